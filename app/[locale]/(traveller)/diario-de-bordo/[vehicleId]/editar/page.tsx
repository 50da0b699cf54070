import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { FormTexts } from "@/components/form/form-texts";
import { ReadingTexts } from "@/components/garage/entries/reading-texts";
import { VehicleTexts } from "@/components/garage/vehicles/vehicle-texts";
import { Card, CardTitle } from "@/components/ui/card";
import { EditVehicle } from "@/components/garage/vehicles/edit-vehicle";
import { IdentityForm } from "@/components/garage/vehicles/identity-form";
import { OdometerCard } from "@/components/garage/vehicles/odometer-card";
import { PhotoPanel } from "@/components/garage/vehicles/photo-panel";
import { RemoveVehicle } from "@/components/garage/vehicles/remove-vehicle";
import { VehicleFrame } from "@/components/garage/vehicles/vehicle-frame";
import { brazilianDay } from "@/lib/platform/dates";
import { formatNumber } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { getIdentity, listPhotos, type Vehicle, type VehicleIdentity } from "@/lib/garage/vehicles/queries";
import { isKmEstimated, LOG_PATH } from "@/lib/garage/vehicles/rules";
import { openVehicle } from "../open-vehicle";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

const NO_IDENTITY: VehicleIdentity = {
  plate: "",
  plate_kind: "standard",
  chassis: "",
  cvcol_number: "",
  cvcol_class: null,
  cvcol_points: null,
  cvcol_club: "",
  cvcol_expires_on: null,
};

export const generateMetadata = unlistedMetadata("garage/vehicles", "edit.open");

/** What only the owner changes: the car, its photos, private numbers, odometer, and its way into the trash. */
export default async function EditVehiclePage({ params }: { params: Promise<{ vehicleId: string }> }) {
  const { client, vehicle } = await openVehicle((await params).vehicleId, "edit");
  const [t, locale, { "garage/vehicles": texts, "panel/requests": requests, "garage/entries": entries }] =
    await Promise.all([getTranslations("garage/vehicles"), getLocale(), getMessages()]);
  const [identity, photos] = await Promise.all([getIdentity(client, vehicle.id), listPhotos(client, vehicle.id)]);
  const [values, privateValues] = [valuesOf(vehicle), identity ?? NO_IDENTITY];
  const km = vehicle.odometer_km;
  const kmText =
    km === null
      ? t("odometer.unknown")
      : t(isKmEstimated(vehicle) ? "kmEstimated" : "km", { km: formatNumber(km, locale) });
  return (
    <VehicleFrame vehicle={vehicle} tab="edit">
      <VehicleTexts value={texts}>
        <FormTexts value={{ ...requests.validation, ...texts.validation }}>
          <ReadingTexts value={{ odd: entries.odd }}>
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <Card className="min-w-0">
                <CardTitle className="mb-4">{t("edit.data")}</CardTitle>
                {/* A new key after each save: the next save compares with what is stored then. */}
                <EditVehicle key={JSON.stringify(values)} id={vehicle.id} values={values} locale={locale} />
              </Card>
              <div className="grid min-w-0 gap-4">
                <Card>
                  <CardTitle className="mb-4">{t("photos.title")}</CardTitle>
                  <PhotoPanel vehicle={vehicle} photos={photos} />
                </Card>
                <Card>
                  <CardTitle className="mb-4">{t("odometer.title")}</CardTitle>
                  <OdometerCard vehicle={vehicle} km={kmText} today={brazilianDay(Date.now())} locale={locale} />
                </Card>
                <Card>
                  <CardTitle className="mb-2">{t("edit.private")}</CardTitle>
                  <p className="mb-4 text-muted">{t("edit.privateLead")}</p>
                  <IdentityForm
                    key={JSON.stringify(privateValues)}
                    id={vehicle.id}
                    name={vehicle.nickname}
                    values={privateValues}
                  />
                </Card>
                <Card>
                  <CardTitle className="mb-2">{t("trash.title")}</CardTitle>
                  <p className="mb-4 text-muted">{t("trash.moveLead")}</p>
                  <RemoveVehicle vehicle={vehicle} label={t("trash.move")} garagePath={localePath(locale, LOG_PATH)} />
                </Card>
              </div>
            </div>
          </ReadingTexts>
        </FormTexts>
      </VehicleTexts>
    </VehicleFrame>
  );
}

/** The fields of the form of a car; their names are its columns. */
const valuesOf = (vehicle: Vehicle) => ({
  nickname: vehicle.nickname,
  status: vehicle.status,
  body_kind: vehicle.body_kind,
  make: vehicle.make,
  model: vehicle.model,
  version: vehicle.version,
  year_made: vehicle.year_made,
  year_model: vehicle.year_model,
  color: vehicle.color,
  engine: vehicle.engine,
  cooling: vehicle.cooling,
  fuel_system: vehicle.fuel_system,
  fuels: vehicle.fuels,
  tank_litres: vehicle.tank_litres,
  km_per_litre: vehicle.km_per_litre,
  cruise_kmh: vehicle.cruise_kmh,
  story: vehicle.story,
});
