import { Phone, Truck, Wrench } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { ComponentProps, ReactNode } from "react";
import { MapWorkshop } from "@/components/guide/map-places/map-workshop";
import { PlaceMark } from "@/components/guide/services/place-mark";
import { RoadPhones } from "@/components/guide/services/road-phones";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { formatKm } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import type { NearestHelp as Help } from "@/lib/guide/services/queries";
import { HELP_KM, servicePath, type HelpCategory } from "@/lib/guide/services/rules";

const ICON: Record<HelpCategory, typeof Wrench> = { workshop: Wrench, tow: Truck };

type Props = {
  uf: string;
  town: string;
  help: readonly Help[];
  contacts: ComponentProps<typeof RoadPhones>["contacts"];
};

/**
 * The nearest workshop and tow service to the centre of a town, or that none is known within `HELP_KM`. Without a tow
 * service the phone numbers of the road police and of the road operators are shown.
 */
export async function NearestHelp({ uf, town, help, contacts }: Props) {
  const t = await getTranslations("guide/services.help");
  return (
    <section className="page mt-12">
      <h2 className="display-2">{t("title", { city: town })}</h2>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2">
        {help.map((row) => (
          <li
            key={row.category}
            className="flex gap-3 rounded-2xl border-2 border-line bg-surface p-4"
            data-help={row.category}
          >
            <span className="grid size-11 shrink-0 place-items-center rounded-lg bg-primary text-primary-ink">
              <Icon of={ICON[row.category]} className="size-3/5" />
            </span>
            <div className="min-w-0 grow">
              <h3 className="text-sm text-muted">{t(row.category)}</h3>
              <HelpOf row={row} uf={uf} contacts={contacts} />
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-muted">{t("note", { city: town })}</p>
    </section>
  );
}

type HelpProps = Pick<Props, "uf" | "contacts"> & { row: Help };

async function HelpOf({ row: { category, nearest, onMap }, uf, contacts }: HelpProps) {
  if (!nearest && !onMap)
    return (
      <NoHelp uf={uf} category={category}>
        {category === "tow" && <RoadPhones contacts={contacts} />}
      </NoHelp>
    );
  return (
    <>
      {nearest && <Nearest {...nearest} />}
      {onMap && <MapWorkshop place={onMap} distance={await distanceText(onMap.km)} isSecond={nearest !== null} />}
    </>
  );
}

async function distanceText(km: number): Promise<string> {
  const t = await getTranslations("guide/services.help");
  return km < 1 ? t("here") : t("distance", { km: formatKm(Math.round(km), await getLocale()) });
}

async function Nearest({ place, km }: NonNullable<Help["nearest"]>) {
  const t = await getTranslations("guide/services");
  const locale = await getLocale();
  return (
    <>
      <p className="font-display text-xl leading-tight wrap-anywhere">
        <Link href={localePath(locale, servicePath(place))} className="text-link underline underline-offset-4">
          {translated(place, "name", locale).text}
        </Link>
      </p>
      <p className="mt-1 tabular">
        {place.city && `${place.city.name} (${place.city.state_abbr}) · `}
        {await distanceText(km)}
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-2 empty:hidden">
        {place.phone && (
          <a href={`tel:${place.phone.replaceAll(/[^+\d]/g, "")}`} className={buttonClass()}>
            <Icon of={Phone} className="size-5" />
            {place.phone}
          </a>
        )}
        {place.verified_at === null && <PlaceMark title={t("mark.confirmHint")}>{t("mark.confirm")}</PlaceMark>}
      </p>
    </>
  );
}

async function NoHelp({ uf, category, children }: { uf: string; category: HelpCategory; children: ReactNode }) {
  const t = await getTranslations("guide/services.help");
  const locale = await getLocale();
  return (
    <>
      <p className="font-display text-xl leading-tight">{t("none")}</p>
      <p className="mt-1">{t("noneWithin", { km: formatKm(HELP_KM, locale) })}</p>
      {children}
      <p className="mt-1">
        <Link
          href={localePath(locale, `/${uf}/cadastro?categoria=${category}`)}
          className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
        >
          {t("suggest")}
        </Link>
      </p>
    </>
  );
}
