//! Kernels on the widest vectors that the machine has.
//!
//! The wheel runs on every x86-64 processor since 2009. A loop that gains from more is written once,
//! as a [`Kernel`], and compiled twice: as the rest of the program, and for AVX2; a few, which gain
//! from vectors of 512 bits, once more for AVX-512. Which of them runs is asked once per call of
//! [`widest`], so a kernel should be worth thousands of steps. They give the same results to the last
//! bit, for none of them may fuse a product with a sum.

/// Work that is compiled for several kinds of processors.
pub(crate) trait Kernel {
    /// What comes of it.
    type Output;

    /// Whether it is compiled for vectors of 512 bits too. Most kernels gain nothing by them.
    const IS_WIDE: bool = false;

    /// Does the work. Mark it, and what it calls, `#[inline(always)]`: only what is inlined is
    /// compiled for the wider vectors.
    fn run(self) -> Self::Output;
}

/// Does the work with the widest vectors there are.
#[inline]
pub(crate) fn widest<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
    {
        if K::IS_WIDE && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq")
        {
            // SAFETY: the processor has what the callee is compiled for.
            return unsafe { with_avx512(kernel) };
        }
        // SAFETY: the processor has what the callee is compiled for.
        return unsafe { with_avx2(kernel) };
    }
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn with_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,avx512f,avx512dq")]
fn with_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}
