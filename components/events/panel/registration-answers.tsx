import { getLocale, getTranslations } from "next-intl/server";
import { SystemSection } from "@/components/ui/system-page";
import { FactList } from "@/components/ui/fact-list";
import type { PanelRegistration } from "@/lib/events/panel/queries";
import { answerRows, fieldsIn } from "@/lib/events/registrations/questions/rules";
import { questionsSchema } from "@/lib/events/registrations/questions/schema";

/** Vehicles and answers of a registration. */
export async function RegistrationAnswers({ registration }: { registration: PanelRegistration }) {
  const t = await getTranslations("events/panel");
  const rows = answerRows(
    fieldsIn(await getLocale(), questionsSchema.parse(registration.form_template_versions?.schema)),
    registration.answers,
    {
      yes: t("detail.yes"),
      no: t("detail.no"),
    },
  );
  const vehicles = registration.registration_vehicles;
  return (
    <SystemSection title={t("detail.answers")}>
      {vehicles.length > 0 && (
        <ul className="grid gap-3">
          {vehicles.map((vehicle) => (
            <li key={vehicle.id}>
              <strong>{[vehicle.make, vehicle.model, vehicle.year].join(" ")}</strong>
              <span className="text-muted">
                {[
                  vehicle.color,
                  vehicle.plate,
                  vehicle.has_collector_plate ? t("vehicle.collector") : null,
                  vehicle.class_name,
                ]
                  .filter(Boolean)
                  .map((part) => ` · ${part}`)}
              </span>
              {vehicle.story && <p className="text-sm text-muted">{vehicle.story}</p>}
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && <FactList rows={rows} />}
      {vehicles.length + rows.length === 0 && <p className="text-muted">{t("detail.noAnswers")}</p>}
    </SystemSection>
  );
}
