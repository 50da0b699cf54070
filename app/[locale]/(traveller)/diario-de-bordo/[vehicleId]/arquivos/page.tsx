import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { CsvTexts } from "@/components/garage/csv/csv-texts";
import { ImportPanel } from "@/components/garage/csv/import-panel";
import { Card, CardTitle } from "@/components/ui/card";
import { HistoryCard } from "@/components/garage/history/history-card";
import { VehicleFrame } from "@/components/garage/vehicles/vehicle-frame";
import { CSV_FORMATS } from "@/lib/garage/csv/rules";
import { readLog } from "@/lib/garage/statistics/queries";
import type { Fuel } from "@/lib/garage/vehicles/rules";
import { openVehicle } from "../open-vehicle";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("garage/csv", "title");

/** Files of the log of a car: the history as PDF, import with a preview, and export in three formats. */
export default async function FilesPage({ params }: { params: Promise<{ vehicleId: string }> }) {
  const { account, client, vehicle } = await openVehicle((await params).vehicleId, "costs");
  const [t, locale, messages] = [await getTranslations("garage/csv"), await getLocale(), await getMessages()];
  const known = (await readLog(client, vehicle.id)).map(({ id, on_date, km }) => ({ id, on_date, km }));
  return (
    <VehicleFrame vehicle={vehicle} tab="costs">
      <HistoryCard vehicle={vehicle} />
      <Card>
        <CardTitle>{t("export.title")}</CardTitle>
        <p className="text-muted">{t("export.lead")}</p>
        <ul className="mt-4 flex flex-wrap gap-3">
          {CSV_FORMATS.map((format) => (
            <li key={format}>
              <a
                href={`/api/vehicle-csv/${vehicle.id}/${format}`}
                download
                className="inline-flex min-h-11 items-center rounded-lg border border-line px-4 underline hover:bg-raised"
              >
                {t(`formats.${format}`)}
              </a>
            </li>
          ))}
        </ul>
      </Card>
      {vehicle.role !== "viewer" && (
        <CsvTexts value={messages["garage/csv"]}>
          <ImportPanel
            vehicle={vehicle.id}
            owner={account.id}
            locale={locale}
            storedReadings={known}
            fuel={vehicle.fuels[0] as Fuel | undefined}
          />
        </CsvTexts>
      )}
    </VehicleFrame>
  );
}
