import { getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import { SOURCES } from "@/lib/garage/history/dossier/rules";

const FACTS = ["age", "points", "modified", "certificate", "steps", "state"] as const;

/** What the rule requires, with the publications that contain it. */
export async function DossierRule() {
  const t = await getTranslations("garage/history.dossier");
  return (
    <Card className="grid min-w-0 content-start gap-3">
      <CardTitle>{t("rule.title")}</CardTitle>
      <ul className="grid list-disc gap-1 pl-5">
        {FACTS.map((fact) => (
          <li key={fact}>{t(`rule.${fact}`)}</li>
        ))}
      </ul>
      <h3 className="text-xl">{t("sources.title")}</h3>
      <p className="text-sm text-muted">{t("sources.note")}</p>
      <ul className="grid gap-1 text-sm">
        {SOURCES.map(({ key, url }) => (
          <li key={key}>
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center underline wrap-anywhere"
            >
              {t(`sources.${key}`)}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
