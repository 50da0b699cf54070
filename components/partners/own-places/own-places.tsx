import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import type { ListedPlace } from "@/lib/partners/own-places/queries";
import { ownPlacePath, type PlaceRole } from "@/lib/partners/own-places/rules";
import { localePath } from "@/lib/platform/i18n/routing";

/** The places that the signed-in account runs, as a part of its panel. */
export async function OwnPlaces({ places }: { places: readonly ListedPlace[] }) {
  if (places.length === 0) return null;
  const t = await getTranslations("partners/own-places");
  return (
    <Card>
      <CardTitle className="mb-4">{t("panel.title")}</CardTitle>
      <PlaceList places={places} />
    </Card>
  );
}

/** Places with what waits in them and the button to their page. */
export async function PlaceList({ places }: { places: readonly ListedPlace[] }) {
  const t = await getTranslations("partners/own-places");
  const locale = await getLocale();
  return (
    <ul className="grid gap-4">
      {places.map(({ id, name, state_abbr: state, role, waiting_messages: waiting, has_proposal: isChanging }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-3 border-t-2 border-line pt-4 first:border-0 first:pt-0"
        >
          <span className="mr-auto grid gap-1">
            <span className="font-semibold wrap-anywhere">{name}</span>
            <span className="text-muted">
              {[
                state,
                t(`role.${role as PlaceRole}`),
                waiting > 0 && t("panel.waiting", { count: waiting }),
                isChanging && t("panel.proposal"),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </span>
          <Link href={localePath(locale, ownPlacePath(id))} className={buttonClass({})}>
            {t("panel.open", { name })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
