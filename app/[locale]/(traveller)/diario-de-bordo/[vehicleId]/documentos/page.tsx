import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { FormTexts } from "@/components/form/form-texts";
import { VehicleTexts } from "@/components/garage/vehicles/vehicle-texts";
import { DocumentList } from "@/components/garage/vehicles/document-list";
import { ExpiryBadge } from "@/components/garage/vehicles/expiry-badge";
import { VehicleFrame } from "@/components/garage/vehicles/vehicle-frame";
import { brazilianDay } from "@/lib/platform/dates";
import { formatDate } from "@/lib/platform/format";
import { listDocuments, type VehicleDocument } from "@/lib/garage/vehicles/documents/queries";
import { expiryOf } from "@/lib/garage/vehicles/documents/rules";
import { openVehicle } from "../open-vehicle";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("garage/vehicles", "tabs.documents");

/** Documents of an own car with their files. */
export default async function DocumentsPage({ params }: { params: Promise<{ vehicleId: string }> }) {
  const { client, vehicle } = await openVehicle((await params).vehicleId, "documents");
  const [t, locale, { "garage/vehicles": texts, "panel/requests": requests }] = await Promise.all([
    getTranslations("garage/vehicles.documents"),
    getLocale(),
    getMessages(),
  ]);
  const [documents, deleted] = await Promise.all([
    listDocuments(client, vehicle.id),
    listDocuments(client, vehicle.id, { isDeleted: true }),
  ]);
  const today = brazilianDay(Date.now());
  const titleOf = ({ kind, number }: VehicleDocument) => [t(`kinds.${kind}`), number].filter(Boolean).join(" ");
  const badgeOf = (expiresOn: string | null) => {
    const expiry = expiryOf(expiresOn, today);
    return expiry && expiresOn && <ExpiryBadge expiry={expiry} date={formatDate(expiresOn, locale)} />;
  };
  return (
    <VehicleFrame vehicle={vehicle} tab="documents">
      <p className="text-muted">{t("lead")}</p>
      <VehicleTexts value={texts}>
        <FormTexts value={{ ...requests.validation, ...texts.validation }}>
          <DocumentList
            vehicle={vehicle.id}
            documents={documents.map((row) => ({ ...row, title: titleOf(row), badge: badgeOf(row.expires_on) }))}
            deleted={deleted.map((row) => ({ id: row.id, title: titleOf(row) }))}
          />
        </FormTexts>
      </VehicleTexts>
    </VehicleFrame>
  );
}
