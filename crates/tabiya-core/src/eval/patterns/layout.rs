//! Which squares the patterns of a game cover, and where their weights stand.

/// A family of weights: one for each way in which the squares of a pattern can be occupied, or one
/// for each value of something that is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What it is called.
    pub name: &'static str,
    /// Its squares; empty if something is counted.
    pub squares: Vec<u8>,
    /// The index of its first weight.
    pub start: u32,
    /// How many weights it has.
    pub size: u32,
    /// How many features of a position are looked up in it.
    pub n_places: usize,
}

/// One place on the board where a pattern is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its table.
    pub table: usize,
    /// Its squares, in the order of the table's.
    pub squares: Vec<u8>,
}

/// The patterns of a game.
///
/// Images of a pattern under the symmetries of the board share one table. Where a symmetry maps a
/// pattern onto itself, the two ways to read it share each weight: the first of them holds it.
#[derive(Clone, Debug)]
pub struct Layout {
    n_states: u32,
    opposites: Vec<u32>,
    symmetries: Vec<[u8; N_SQUARES]>,
    tables: Vec<Table>,
    places: Vec<Place>,
    counters: Vec<usize>,
    owners: Vec<u32>,
}

/// Squares of a board.
pub const N_SQUARES: usize = 64;

impl Layout {
    /// No patterns yet, on a board whose squares have as many states as there are `opposites` (what
    /// each state is to the other side), and that looks the same under these permutations of its
    /// squares, the identity first.
    pub fn new(opposites: Vec<u32>, symmetries: Vec<[u8; N_SQUARES]>) -> Self {
        Self {
            n_states: opposites.len() as u32,
            opposites,
            symmetries,
            tables: Vec::new(),
            places: Vec::new(),
            counters: Vec::new(),
            owners: Vec::new(),
        }
    }

    /// Adds a pattern and all its images.
    #[must_use]
    pub fn pattern(mut self, name: &'static str, squares: &[u8]) -> Self {
        let start = self.owners.len() as u32;
        let size = self.n_states.pow(squares.len() as u32);
        let mut seen: Vec<u64> = Vec::new();
        let mut readings: Vec<Vec<usize>> = Vec::new();
        for symmetry in &self.symmetries {
            let image: Vec<u8> = squares.iter().map(|&s| symmetry[usize::from(s)]).collect();
            let covered = image.iter().fold(0, |set, &square| set | 1_u64 << square);
            if !seen.contains(&covered) {
                seen.push(covered);
                self.places.push(Place { table: self.tables.len(), squares: image });
            } else if covered == seen[0] {
                let place = |&square| squares.iter().position(|&s| s == square);
                readings.push(image.iter().filter_map(place).collect());
            }
        }
        for index in 0..size {
            let mirrored = readings.iter().map(|reading| self.read_as(index, reading));
            self.owners.push(start + mirrored.fold(index, u32::min));
        }
        let (squares, n_places) = (squares.to_vec(), seen.len());
        self.tables.push(Table { name, squares, start, size, n_places });
        self
    }

    /// Adds something that is counted, from 0 to below `size`.
    #[must_use]
    pub fn counter(mut self, name: &'static str, size: u32) -> Self {
        let start = self.owners.len() as u32;
        self.counters.push(self.tables.len());
        self.owners.extend(start..start + size);
        self.tables.push(Table { name, squares: Vec::new(), start, size, n_places: 1 });
        self
    }

    /// The index of the same discs when the `i`th square is read as the `reading[i]`th.
    fn read_as(&self, mut index: u32, reading: &[usize]) -> u32 {
        let mut mirrored = 0;
        for &place in reading {
            mirrored += index % self.n_states * self.n_states.pow(place as u32);
            index /= self.n_states;
        }
        mirrored
    }

    /// For each weight, the one that the other side sees in its place.
    pub fn seen_by_other(&self) -> Vec<u32> {
        let mut others = Vec::with_capacity(self.n_weights());
        for table in &self.tables {
            let is_counter = table.squares.is_empty();
            for index in 0..table.size {
                others.push(table.start + if is_counter { index } else { self.opposite(index) });
            }
        }
        others
    }

    fn opposite(&self, mut index: u32) -> u32 {
        let (mut opposite, mut step) = (0, 1);
        while index > 0 {
            opposite += step * self.opposites[(index % self.n_states) as usize];
            index /= self.n_states;
            step *= self.n_states;
        }
        opposite
    }

    /// How many states a square has.
    pub fn n_states(&self) -> u32 {
        self.n_states
    }

    /// The tables, in the order of their weights.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// All places on the board.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The tables of what is counted, in order.
    pub fn counters(&self) -> impl ExactSizeIterator<Item = &Table> {
        self.counters.iter().map(|&table| &self.tables[table])
    }

    /// How many weights there are in each phase, those that share a value counted singly.
    pub fn n_weights(&self) -> usize {
        self.owners.len()
    }

    /// For each weight, the one that holds its value.
    pub fn owners(&self) -> &[u32] {
        &self.owners
    }

    /// How many features a position has: one for each place and counter.
    pub fn n_features(&self) -> usize {
        self.places.len() + self.counters.len()
    }

    /// The table of each feature.
    pub fn feature_tables(&self) -> impl Iterator<Item = usize> {
        self.places.iter().map(|place| place.table).chain(self.counters.iter().copied())
    }

    /// What a square adds to the index of a place for each step of its state; 0 if it is not in it.
    pub fn step(&self, place: &Place, square: u8) -> u32 {
        let at = place.squares.iter().position(|&s| s == square);
        at.map_or(0, |at| self.n_states.pow(at as u32))
    }
}
