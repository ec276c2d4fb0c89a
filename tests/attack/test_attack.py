"""The campaigns in small, with a fixed seed; ``make attack`` runs them for ten minutes."""

import pytest
from tests.attack.__main__ import CAMPAIGNS
from tests.attack.campaign import AttackError, Campaign, run


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # of files that were cut on purpose
@pytest.mark.parametrize("campaign", CAMPAIGNS, ids=lambda campaign: campaign.name)
def test_nothing_breaks(campaign: Campaign) -> None:
    outcome = run(campaign, seed=18, attempts=campaign.n_small)
    assert outcome.n_tried >= campaign.n_small
    assert outcome.failures == []


def test_a_campaign_tells_of_failures() -> None:
    def attempt(*_: object) -> int:
        raise AttackError("as it should")

    outcome = run(Campaign("nothing", attempt, 2), seed=1, attempts=2)
    assert outcome.failures == ["1/0: AttackError: as it should", "1/1: AttackError: as it should"]
