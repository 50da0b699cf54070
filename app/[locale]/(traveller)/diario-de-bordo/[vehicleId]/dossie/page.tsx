import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { FormTexts } from "@/components/form/form-texts";
import { DossierTexts } from "@/components/garage/history/dossier-texts";
import { RowTexts } from "@/components/garage/vehicles/row-texts";
import { DossierForm } from "@/components/garage/history/dossier-form";
import { DossierPhotos } from "@/components/garage/history/dossier-photos";
import { DossierProgress } from "@/components/garage/history/dossier-progress";
import { DossierRule } from "@/components/garage/history/dossier-rule";
import { PdfForm } from "@/components/garage/history/pdf-form";
import { Card, CardTitle } from "@/components/ui/card";
import { VehicleFrame } from "@/components/garage/vehicles/vehicle-frame";
import { localePath } from "@/lib/platform/i18n/routing";
import { dossierPdfPath } from "@/lib/garage/history/rules";
import { vehiclePath } from "@/lib/garage/vehicles/rules";
import { openVehicle } from "../open-vehicle";
import { dossierData } from "./dossier-data";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("garage/history.dossier", "metaTitle");

const NO_DOSSIER = {
  mechanics: null,
  bodywork: null,
  suspension: null,
  appearance: null,
  safety: null,
  emissions: null,
  noise: null,
  other: null,
  club: "",
  notes: "",
};

/** What a car has and lacks for the Brazilian collection plate. */
export default async function DossierPage({ params }: { params: Promise<{ vehicleId: string }> }) {
  const { client, vehicle } = await openVehicle((await params).vehicleId, "dossier");
  const [t, locale, messages, data] = await Promise.all([
    getTranslations("garage/history.dossier"),
    getLocale(),
    getMessages(),
    dossierData(client, vehicle),
  ]);
  const { "garage/vehicles": vehicles, "panel/requests": requests } = messages;
  const texts = messages["garage/history"].dossier;
  const isOwner = vehicle.role === "owner";
  const values = data.dossier ?? NO_DOSSIER;
  return (
    <VehicleFrame vehicle={vehicle} tab="dossier">
      <p className="text-muted">{isOwner ? t("lead") : t("readOnly")}</p>
      <DossierTexts value={texts}>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <DossierProgress vehicle={vehicle} data={data} />
          <Card className="min-w-0">
            <CardTitle className="mb-3">{t("points.title")}</CardTitle>
            {/* A new key after each save: the next save compares with what is stored then. */}
            <RowTexts value={vehicles.form}>
              <FormTexts value={{ ...requests.validation, ...vehicles.validation, ...texts.validation }}>
                <DossierForm
                  key={JSON.stringify(values)}
                  id={vehicle.id}
                  values={values}
                  minimum={data.minimum}
                  isOwner={isOwner}
                />
              </FormTexts>
            </RowTexts>
          </Card>
          <Card className="min-w-0 lg:col-span-2">
            <CardTitle className="mb-2">{t("photos.title")}</CardTitle>
            <p className="mb-4 text-muted">{t("photos.lead")}</p>
            <DossierPhotos vehicle={vehicle.id} photos={data.photos} isOwner={isOwner} upload={vehicles.upload} />
          </Card>
          <Card className="min-w-0">
            <CardTitle className="mb-2">{t("pdf.title")}</CardTitle>
            <p className="mb-4 text-muted">{t("pdf.lead")}</p>
            <PdfForm
              action={localePath(locale, dossierPdfPath(vehiclePath(vehicle.id)))}
              boxes={isOwner ? [{ name: "placa", label: t("pdf.numbers"), isTicked: false }] : []}
              button={t("pdf.download")}
            />
          </Card>
          <DossierRule />
        </div>
      </DossierTexts>
    </VehicleFrame>
  );
}
