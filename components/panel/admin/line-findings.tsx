import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { LineFinding } from "@/lib/guide/coverage/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPath } from "@/lib/platform/paths";

/** Routes whose lines and texts an editor should compare, with what differs. */
export async function LineFindings({ findings }: { findings: readonly LineFinding[] }) {
  const t = await getTranslations("panel/records.lines");
  const locale = await getLocale();
  return (
    <details className="rounded-xl border border-line bg-surface p-4">
      <summary className="cursor-pointer">
        <h2 className="inline text-2xl">{t("title")}</h2>{" "}
        <span className="text-muted tabular">{t("count", { count: findings.length })}</span>
      </summary>
      <p className="mt-2 text-sm text-muted">{t("lead")}</p>
      <ul className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {findings.map((finding) => (
          <li key={finding.id} className="grid content-start gap-0.5">
            <Link
              href={localePath(locale, panelPath("regions", finding.id))}
              className="font-semibold text-link underline-offset-4 hover:underline"
            >
              {finding.name} ({finding.abbr})
            </Link>
            <Differences finding={finding} />
          </li>
        ))}
      </ul>
    </details>
  );
}

async function Differences({ finding }: { finding: LineFinding }) {
  const t = await getTranslations("panel/records.lines");
  const { onlyInText, onlyOnLine, missing, waiting, otherLength } = finding;
  const texts = [
    ...(onlyInText.length > 0 ? [t("onlyInText", { roads: onlyInText.join(", ") })] : []),
    ...(onlyOnLine.length > 0 ? [t("onlyOnLine", { roads: onlyOnLine.join(", ") })] : []),
    ...(otherLength ? [t("otherLength", otherLength)] : []),
    ...missing.map(({ from, to, skip, detail }) =>
      t("missing", { from, to, reason: t(`skip.${skip ?? "none"}`, { detail }).trim() }),
    ),
    ...waiting.map((leg) => t("waiting", leg)),
  ];
  return (
    <ul className="text-sm text-muted">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
