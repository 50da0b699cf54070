import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { KIND_LOOK } from "@/components/guide/map-places/kind-look";
import { iconNamed } from "@/components/ui/named-icons";
import { Icon } from "@/components/ui/icon";
import { type PlaceList, placesPath } from "@/lib/guide/services/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { MAP_PLACE_KINDS } from "@/lib/platform/supabase/database-constants/guide";

/** Links to the lists of a state: all places, the verified ones, and each kind. */
export async function KindLinks({ uf, current }: { uf: string; current: PlaceList }) {
  const t = await getTranslations("guide/map-places");
  const locale = await getLocale();
  const link = (list: PlaceList, label: string, icon?: string) => (
    <li key={list}>
      <Link
        href={localePath(locale, placesPath(uf, list))}
        aria-current={list === current ? "page" : undefined}
        className="inline-flex h-11 items-center gap-2 rounded-full border-2 border-line bg-surface px-4 font-semibold hover:border-faixa hover:bg-raised aria-[current=page]:border-faixa aria-[current=page]:bg-faixa aria-[current=page]:text-faixa-ink"
      >
        {icon && <Icon of={iconNamed(icon)} className="size-5" />}
        {label}
      </Link>
    </li>
  );
  return (
    <nav aria-label={t("list.nav")} className="mt-5" data-print="hide">
      <ul className="flex flex-wrap gap-2">
        {link("all", t("list.all"))}
        {link("verified", t("list.verified"))}
        {MAP_PLACE_KINDS.map((kind) => link(kind, t(`kind.${kind}`), KIND_LOOK[kind].icon))}
      </ul>
    </nav>
  );
}
