import { getLocale, getTranslations } from "next-intl/server";
import { Megaphone } from "lucide";
import { Icon } from "@/components/ui/icon";
import type { Placement, PageAd } from "@/lib/commerce/ads/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import type { State } from "@/lib/geo/states/rules";
import { AdBox } from "./ad-box";

type AdSlotProps = {
  placement: Placement;
  state: State | null;
  ads: readonly PageAd[];
  /** Whether no share of the rotation is left. */
  isFull: boolean;
  className?: string;
};

const salesPath = (state: State | null) => (state ? `/${state.abbr.toLowerCase()}/anuncie-aqui` : "/anuncie-aqui");

/** An ad slot: a labelled box of fixed proportions, with a link for advertisers while shares are free, or only that link. */
export async function AdSlot({ placement, state, ads, isFull, className = "page mt-12" }: AdSlotProps) {
  const [t, locale] = [await getTranslations("commerce/ads.slot"), await getLocale()];
  if (ads.length === 0) return <HouseAd state={state} className={className} />;
  return (
    <aside aria-label={t("label")} data-ad-slot={placement} data-print="hide" className={className}>
      <p className="mb-1 flex items-center text-xs tracking-wide text-muted">
        {!isFull && (
          <a
            href={localePath(locale, salesPath(state))}
            data-ad-house
            className="inline-flex min-h-6 items-center underline underline-offset-4"
          >
            {t("houseAction")}
          </a>
        )}
        <span className="ml-auto">{t("label")}</span>
      </p>
      <AdBox
        ads={ads}
        placement={placement}
        state={state?.abbr ?? null}
        className="aspect-[2/1] overflow-hidden rounded-2xl border border-line bg-raised sm:aspect-[4/1] [&_a]:block [&_a]:size-full [&_img]:size-full [&_img]:object-cover"
      />
    </aside>
  );
}

async function HouseAd({ state, className }: { state: State | null; className: string }) {
  const t = await getTranslations("commerce/ads.slot");
  const locale = await getLocale();
  return (
    <aside aria-label={t("house")} data-ad-slot="house" data-print="hide" className={className}>
      <a
        href={localePath(locale, salesPath(state))}
        className="group flex items-center gap-4 rounded-2xl border-2 border-dashed border-line px-5 py-4 hover:border-faixa"
      >
        <Icon of={Megaphone} className="size-7 shrink-0 text-faixa-text max-sm:hidden" />
        <span className="min-w-0 grow text-muted">{t("houseText", { place: state?.name ?? t("country") })}</span>
        <span className="shrink-0 font-display text-xl text-faixa-text underline-offset-4 group-hover:underline">
          {t("houseAction")}
        </span>
      </a>
    </aside>
  );
}
