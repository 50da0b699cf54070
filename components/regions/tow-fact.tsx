import { Truck } from "lucide";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import type { NearestHelp, OperatorTow } from "@/lib/services/queries";
import { servicePath } from "@/lib/services/rules";
import { PRF_NUMBER } from "@/lib/states/rules";
import { Fact, Help, telOf, VALUE } from "./driver-facts";

type Props = {
  /** The nearest tow service that comes anywhere. */
  nearest: NearestHelp | undefined;
  /** The road operators whose road is on the line. */
  operators: readonly OperatorTow[];
};

/** Who tows a car on this route: road operators on their roads, and the nearest service that comes anywhere. */
export async function Tow({ nearest, operators }: Props) {
  const [t, locale] = await Promise.all([getTranslations("regions.driver"), getLocale()]);
  return (
    <>
      {operators.map(({ place, roads }) => (
        <Fact key={place.id} icon={Truck} label={t("towOnly", { roads: roads.join(", ") })}>
          <Link
            href={localePath(locale, servicePath(place))}
            prefetch={false}
            className={`${VALUE} text-link underline underline-offset-4`}
          >
            {translated(place, "name", locale).text}
          </Link>
          {place.phone && (
            <a href={telOf(place.phone)} className="block py-1 tabular text-link underline">
              {place.phone}
            </a>
          )}
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
