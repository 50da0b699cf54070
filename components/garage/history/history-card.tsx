import { getLocale, getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import { controlClass } from "@/components/ui/input";
import { localePath } from "@/lib/platform/i18n/routing";
import { historyPath } from "@/lib/garage/history/rules";
import { vehiclePath, type VehicleRole } from "@/lib/garage/vehicles/rules";
import { PdfForm } from "./pdf-form";

/** The choice of what the history of a car contains, before it is downloaded. */
export async function HistoryCard({ vehicle }: { vehicle: { id: string; role: VehicleRole } }) {
  const [t, locale] = [await getTranslations("garage/history.history"), await getLocale()];
  const day = (name: "de" | "ate", label: string) => (
    <label className="grid min-w-0 gap-1">
      {label}
      <input type="date" name={name} aria-describedby="history-period" className={`${controlClass} min-w-0`} />
    </label>
  );
  const boxes = [
    { name: "precos", label: t("prices"), isTicked: true },
    { name: "notas", label: t("receipts"), hint: t("receiptsHint"), isTicked: true },
    ...(vehicle.role === "owner" ? [{ name: "placa", label: t("plate"), hint: t("plateHint"), isTicked: false }] : []),
  ];
  return (
    <Card id="historico" className="scroll-mt-20">
      <CardTitle>{t("title")}</CardTitle>
      <p className="mb-4 text-muted">{t("lead")}</p>
      <PdfForm action={localePath(locale, historyPath(vehiclePath(vehicle.id)))} boxes={boxes} button={t("download")}>
        <div className="grid gap-3 sm:grid-cols-2">
          {day("de", t("from"))}
          {day("ate", t("until"))}
        </div>
        <p id="history-period" className="text-sm text-muted">
          {t("periodHint")}
        </p>
      </PdfForm>
    </Card>
  );
}
