import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { FormTexts } from "@/components/form/form-texts";
import { VehicleTexts } from "@/components/garage/vehicles/vehicle-texts";
import { PartList } from "@/components/garage/vehicles/part-list";
import { VehicleFrame } from "@/components/garage/vehicles/vehicle-frame";
import { formatKm, formatMoney } from "@/lib/platform/format";
import { listParts, type VehiclePart } from "@/lib/garage/vehicles/parts/queries";
import { openVehicle } from "../open-vehicle";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("garage/vehicles", "tabs.parts");

/** Parts that travel in a car, and those that are installed or kept at home. */
export default async function PartsPage({ params }: { params: Promise<{ vehicleId: string }> }) {
  const { client, vehicle } = await openVehicle((await params).vehicleId, "parts");
  const [t, locale, { "garage/vehicles": texts, "panel/requests": requests }] = await Promise.all([
    getTranslations("garage/vehicles.parts"),
    getLocale(),
    getMessages(),
  ]);
  const canWrite = vehicle.role !== "viewer";
  const [parts, deleted] = await Promise.all([
    listParts(client, vehicle.id),
    canWrite ? listParts(client, vehicle.id, { isDeleted: true }) : [],
  ]);
  const factsOf = ({
    brand,
    oem_number: number,
    location,
    cost_cents: cents,
    supplier,
    installed_km: km,
  }: VehiclePart) =>
    [
      [brand, number].filter(Boolean).join(" "),
      location,
      cents !== null && t("each", { price: formatMoney(cents, locale) }),
      supplier,
      km !== null && t("installedAt", { km: formatKm(km, locale) }),
    ]
      .filter(Boolean)
      .join(" · ");
  return (
    <VehicleFrame vehicle={vehicle} tab="parts">
      <p className="text-muted">{t("lead")}</p>
      <VehicleTexts value={texts}>
        <FormTexts value={{ ...requests.validation, ...texts.validation }}>
          <PartList
            vehicle={vehicle.id}
            parts={parts.map((part) => ({ id: part.id, values: valuesOf(part), facts: factsOf(part) }))}
            deleted={deleted.map(({ id, name }) => ({ id, title: name }))}
            canWrite={canWrite}
            locale={locale}
          />
        </FormTexts>
      </VehicleTexts>
    </VehicleFrame>
  );
}

/** The fields of the form of a part; their names are its columns. */
const valuesOf = (part: VehiclePart) => ({
  name: part.name,
  oem_number: part.oem_number,
  brand: part.brand,
  quantity: part.quantity,
  location: part.location,
  installed_km: part.installed_km,
  cost_cents: part.cost_cents,
  supplier: part.supplier,
  is_carried: part.is_carried,
});
