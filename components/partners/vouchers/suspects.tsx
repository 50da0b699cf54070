import { getLocale, getTranslations } from "next-intl/server";
import { SystemSection } from "@/components/ui/system-page";
import { formatNumber, formatShortMoment } from "@/lib/platform/format";
import type { Figures, Oversight } from "@/lib/partners/vouchers/schema";
import { FigureTable } from "./figure-table";

type Props = { oversight: Oversight; doubles: Figures["doubles"] };

/** What the team looks at: many downloads of one person, codes used twice, readings outside the hours, wrong PINs. */
export async function Suspects({ oversight, doubles }: Props) {
  const [t, totals, locale] = [
    await getTranslations("partners/vouchers.admin"),
    await getTranslations("partners/vouchers.panel.totals"),
    await getLocale(),
  ];
  const number = (value: number) => formatNumber(value, locale);
  const at = (moment: string) => formatShortMoment(moment, locale);
  const placeOf = new Map(oversight.partners.map(({ id, name }) => [id, name]));
  return (
    <>
      <SystemSection title={t("collectors.title")} lead={t("collectors.lead")}>
        <FigureTable
          head={[
            t("collectors.person"),
            totals("downloads"),
            totals("redemptions"),
            t("collectors.cancelled"),
            t("collectors.last"),
          ]}
          rows={oversight.collectors.map((person) => ({
            key: `${person.account ?? person.name} ${person.last}`,
            cells: [
              person.name,
              number(person.downloads),
              number(person.redemptions),
              number(person.cancelled),
              at(person.last),
            ],
          }))}
          empty={t("collectors.empty")}
        />
      </SystemSection>
      <SystemSection title={t("doubles.title")} lead={t("doubles.lead")}>
        <FigureTable
          head={[t("doubles.code"), t("partner"), t("doubles.second"), t("doubles.first")]}
          rows={doubles.map((reading) => ({
            key: reading.nonce,
            cells: [
              [reading.shortCode, reading.title].filter(Boolean).join(" · "),
              placeOf.get(reading.serviceId) ?? "–",
              at(reading.scannedAt),
              reading.first ? at(reading.first.at) : "–",
            ],
          }))}
          empty={t("doubles.empty")}
        />
      </SystemSection>
      <SystemSection title={t("wrongTimes.title")} lead={t("wrongTimes.lead")}>
        <FigureTable
          head={[t("partner"), t("wrongTimes.readings"), t("wrongTimes.served"), t("collectors.last")]}
          rows={oversight.wrongTimes.map((place) => ({
            key: place.id,
            cells: [place.name, number(place.readings), number(place.served), at(place.last)],
          }))}
          empty={t("wrongTimes.empty")}
        />
      </SystemSection>
      <SystemSection title={t("wrongPins.title")} lead={t("wrongPins.lead")}>
        <FigureTable
          head={[t("partner"), t("wrongPins.attempts"), t("wrongPins.callers"), t("collectors.last")]}
          rows={oversight.wrongPins.map((place) => ({
            key: place.id,
            cells: [place.name, number(place.attempts), number(place.callers), at(place.last)],
          }))}
          empty={t("wrongPins.empty")}
        />
      </SystemSection>
    </>
  );
}
