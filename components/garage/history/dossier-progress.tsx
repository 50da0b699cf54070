import { CircleCheck, CircleDashed } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { ProgressBar } from "@/components/ui/progress-bar";
import { localePath } from "@/lib/platform/i18n/routing";
import type { Age, PhotoSlot, Requirement } from "@/lib/garage/history/dossier/rules";
import { vehiclePath, type VehicleRole } from "@/lib/garage/vehicles/rules";

type Props = {
  vehicle: { id: string; year_made: number | null; role: VehicleRole };
  data: { requirements: readonly Requirement[]; age: Age; missing: readonly PhotoSlot[]; minimum: number };
};

const LINK = "inline-flex min-h-11 items-center underline underline-offset-4";

/** What is ready and what is missing, as a list of words. */
export async function DossierProgress({ vehicle, data: { requirements, age, missing, minimum } }: Props) {
  const [t, locale] = [await getTranslations("garage/history.dossier"), await getLocale()];
  const done = requirements.filter(({ isMet }) => isMet).length;
  const count = { done: String(done), total: String(requirements.length) };
  return (
    <Card className="grid min-w-0 content-start gap-3">
      <CardTitle>{t("progress", count)}</CardTitle>
      <ProgressBar value={done} max={requirements.length} label={t("progressLabel")} />
      <ul className="grid gap-2">
        {requirements.map(({ key, isMet }) => {
          const what = t(`requirements.${key}`, { minimum: String(minimum) });
          return (
            <li key={key} data-requirement={key} data-met={isMet} className="flex items-start gap-2">
              <Icon of={isMet ? CircleCheck : CircleDashed} className="mt-0.5 size-5 shrink-0" />
              <span className={isMet ? "" : "font-semibold"}>
                {isMet ? t("ready", { what }) : t("missing", { what })}
              </span>
            </li>
          );
        })}
      </ul>
      {done === requirements.length && <p className="font-semibold">{t("nothing")}</p>}
      <p>{t(`age.${age.status}`, { year: String(vehicle.year_made), from: String(age.from) })}</p>
      {missing.length > 0 && (
        <p>{t("photosLeft", { slots: missing.map((slot) => t(`photos.slots.${slot}`)).join(", ") })}</p>
      )}
      {vehicle.role === "owner" && (
        <p className="flex flex-wrap gap-x-4">
          <Link href={localePath(locale, vehiclePath(vehicle.id, "documents"))} className={LINK}>
            {t("openDocuments")}
          </Link>
          <Link href={localePath(locale, vehiclePath(vehicle.id, "edit"))} className={LINK}>
            {t("openData")}
          </Link>
        </p>
      )}
    </Card>
  );
}
