import { AdSlot } from "@/components/commerce/ads/ad-slot";
import { listAdsIn } from "@/lib/commerce/ads/queries";
import type { Placement } from "@/lib/commerce/ads/rules";
import type { State } from "@/lib/geo/states/rules";

/** An ad slot on a page, with the banners that share it, and "Anuncie aqui" while shares are free. */
export async function PlacedAd({
  placement,
  state,
  className,
}: {
  placement: Placement;
  state: State | null;
  className?: string;
}) {
  const { ads, isFull } = await listAdsIn(placement, state?.abbr ?? null);
  return <AdSlot placement={placement} state={state} ads={ads} isFull={isFull} className={className} />;
}
