import { Truck } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import type { NearestHelp, OperatorTow } from "@/lib/guide/services/queries";
import { PRF_NUMBER } from "@/lib/geo/states/rules";
import { Fact, Help, PlaceContact, VALUE } from "./driver-facts";

type Props = {
  /** The nearest tow service that comes anywhere. */
  nearest: NearestHelp | undefined;
  /** The road operators whose road is on the line. */
  operators: readonly OperatorTow[];
};

/** Who tows a car on this route: road operators on their roads, and the nearest service that comes anywhere. */
export async function Tow({ nearest, operators }: Props) {
  const [t, locale] = await Promise.all([getTranslations("guide/regions.driver"), getLocale()]);
  return (
    <>
      {operators.map(({ place, roads }) => (
        <Fact key={place.id} icon={Truck} label={t("towOnly", { roads: roads.join(", ") })}>
          <PlaceContact place={place} locale={locale} />
        </Fact>
      ))}
      {nearest?.nearest ? (
        <Help row={nearest} icon={Truck} />
      ) : (
        <Fact icon={Truck} label={t(operators.length > 0 ? "towElsewhere" : "tow")} note={t("towNoData")}>
          <span className={VALUE}>{t("noData")}</span>
          <a href={`tel:${PRF_NUMBER}`} className="block py-1 text-link underline">
            {t("towPhone", { phone: PRF_NUMBER })}
          </a>
        </Fact>
      )}
    </>
  );
}
