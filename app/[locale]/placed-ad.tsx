import { AdSlot } from "@/components/ads/ad-slot";
import { listAdsIn } from "@/lib/ads/queries";
import type { Placement } from "@/lib/ads/rules";
import type { State } from "@/lib/states/rules";

/** An ad slot on a page, with the banners that share it. */
export async function PlacedAd({
  placement,
  state,
  className,
}: {
  placement: Placement;
  state: State | null;
  className?: string;
}) {
  return (
    <AdSlot
      placement={placement}
      state={state}
      ads={await listAdsIn(placement, state?.abbr ?? null)}
      className={className}
    />
  );
}
