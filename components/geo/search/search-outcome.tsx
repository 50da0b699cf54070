import { getLocale, getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { CallToAction } from "@/components/ui/call-to-action";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { MAX_QUERY, MAX_RESULTS, searchPath } from "@/lib/geo/search/rules";
import type { SearchResponse } from "@/lib/geo/search/schema";
import { MissReport } from "./miss-report";
import { ResultList, type ResultCorner } from "./result-list";
import { buttonClass } from "@/components/ui/button-class";

export type Outcome = { kind: "start" | "tooLong" | "failed" | "limited" } | { kind: "answer"; answer: SearchResponse };

type Props = { outcome: Outcome; q: string; uf: string; corner: ResultCorner };

/** Content of the search page below its form: results, hints or errors. */
export async function SearchOutcome({ outcome, q, uf, corner }: Props) {
  const t = await getTranslations("geo/search");
  if (outcome.kind === "start") return <p className="mt-6 text-muted">{t("start")}</p>;
  if (outcome.kind === "tooLong") return <Problem title={t("tooLongTitle")} text={t("tooLong", { max: MAX_QUERY })} />;
  if (outcome.kind !== "answer") {
    return (
      <Problem
        title={t("failedTitle")}
        text={t(outcome.kind)}
        retry={{ label: t("retry"), href: searchPath(await getLocale(), { q, uf }) }}
      />
    );
  }
  const { total, groups } = outcome.answer;
  if (total === 0)
    return (
      <>
        <MissReport q={q} locale={(await getLocale()) as Locale} />
        <Nothing q={q} uf={uf} />
      </>
    );
  return (
    <>
      <p role="status" className="mt-6 text-lg text-muted">
        {total < MAX_RESULTS ? t("count", { count: total, q }) : t("many", { count: total, q })}
      </p>
      <ResultList groups={groups} query={q} corner={corner} />
    </>
  );
}

function Problem({ title, text, retry }: { title: string; text: string; retry?: { label: string; href: string } }) {
  return (
    <section role="alert" className="mt-6 rounded-2xl border-2 border-danger bg-surface p-5">
      <h2 className="text-2xl">{title}</h2>
      <p className="mt-1">{text}</p>
      {retry && (
        <a href={retry.href} className={buttonClass({ look: "primary", className: "mt-3" })}>
          {retry.label}
        </a>
      )}
    </section>
  );
}

async function Nothing({ q, uf }: { q: string; uf: string }) {
  const t = await getTranslations("geo/search");
  const locale = await getLocale();
  const map = { label: t("map"), href: localePath(locale, "/home#estados") };
  const register = { label: t("register"), href: localePath(locale, `/${uf}/cadastro`) };
  return (
    <>
      <p role="status" className="mt-6 text-lg text-muted">
        {t("count", { count: 0, q })}
      </p>
      <Link href={searchPath(locale, { q })} className="mt-1 inline-flex min-h-11 items-center text-link underline">
        {t("everywhere")}
      </Link>
      <CallToAction title={t("noneTitle")} text={t("none")} actions={uf ? [map, register] : [map]} />
    </>
  );
}
