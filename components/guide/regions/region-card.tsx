import { Clock3, Mountain, Route } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { FavouriteButton } from "@/components/guide/favourites/favourite-button";
import { RegionCover } from "./region-cover";
import { RoadShield } from "../../ui/road-shield";
import { formatKm, formatMetres, formatMinutes } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import type { RegionCard as Region } from "@/lib/guide/regions/queries";
import { Icon } from "@/components/ui/icon";

const MAX_SHIELDS = 3;

/** One route in a list: picture, name, three key figures and one link. */
export async function RegionCard({
  region,
  uf,
  headingLevel = 3,
}: {
  region: Region;
  uf: string;
  headingLevel?: 2 | 3;
}) {
  const t = await getTranslations("guide/regions");
  const layout = await getTranslations("site/layout");
  const locale = await getLocale();
  const name = translated(region, "name", locale).text;
  const Heading = `h${headingLevel}` as const;
  const fact = "inline-flex items-center gap-1";
  return (
    <article className="group relative flex flex-col overflow-hidden rounded-2xl border-2 border-line bg-surface transition-transform duration-200 focus-within:border-faixa hover:-translate-y-0.5 hover:border-rota">
      <RegionCover
        region={region}
        alt={layout("postcardAlt", { name })}
        className="aspect-[16/9] w-full object-cover"
      />
      <FavouriteButton
        item={{
          kind: "region",
          id: region.id,
          title: name,
          path: `/${uf}/rota/${region.slug}`,
          state: uf.toUpperCase(),
        }}
        className="absolute right-2 top-2 bg-background/85 text-text"
      />
      <div className="flex grow flex-col gap-2 p-4">
        <Heading className="text-2xl">
          <Link
            href={localePath(locale, `/${uf}/rota/${region.slug}`)}
            className="after:absolute after:inset-0 focus-visible:outline-none"
          >
            {name}
          </Link>
        </Heading>
        <p className="line-clamp-3 text-muted">{translated(region, "summary", locale).text}</p>
        <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 pt-2 tabular text-sm">
          {region.distance_km !== null && (
            <span className={fact}>
              <Icon of={Route} className="size-4 text-rota-text" />
              {formatKm(region.distance_km, locale)}
              {region.distance_is_estimated && <small className="text-muted">({t("facts.estimated")})</small>}
            </span>
          )}
          {region.duration_classic_min !== null && (
            <span className={fact}>
              <Icon of={Clock3} className="size-4 text-rota-text" />
              {formatMinutes(region.duration_classic_min)}
            </span>
          )}
          {region.max_altitude_m !== null && (
            <span className={fact}>
              <Icon of={Mountain} className="size-4 text-rota-text" />
              {formatMetres(region.max_altitude_m, locale)}
            </span>
          )}
          <span className="ml-auto flex gap-1">
            {region.roads.slice(0, MAX_SHIELDS).map((road) => (
              <RoadShield key={road} road={road} />
            ))}
          </span>
        </div>
      </div>
    </article>
  );
}
