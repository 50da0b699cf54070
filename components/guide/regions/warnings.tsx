import { TriangleAlert } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { translatedList } from "@/lib/platform/i18n/content";
import type { Region } from "@/lib/guide/regions/queries";
import { SignPlate } from "../../ui/sign-plate";
import { Icon } from "@/components/ui/icon";

/** Warnings for drivers of old cars. */
export async function Warnings({ region }: { region: Region }) {
  const t = await getTranslations("guide/regions.route");
  const warnings = translatedList(region, "warnings", await getLocale());
  if (warnings.length === 0) return null;
  return (
    <section className="page mt-8">
      <SignPlate kind="warning">
        <div className="flex gap-4">
          <Icon of={TriangleAlert} className="mt-1 size-8 shrink-0" />
          <div>
            <h2 className="text-2xl">{t("warnings")}</h2>
            <ul className="mt-1 list-disc pl-5">
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </div>
        </div>
      </SignPlate>
    </section>
  );
}
