import { AdSlot } from "@/components/commerce/ads/ad-slot";
import { listAdsIn } from "@/lib/commerce/ads/queries";
import type { Placement } from "@/lib/commerce/ads/rules";
import type { State } from "@/lib/geo/states/rules";

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
