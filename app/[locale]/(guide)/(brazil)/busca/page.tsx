import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { FavouriteButton } from "@/components/guide/favourites/favourite-button";
import { ContentPage } from "@/components/guide/pages/content-page";
import { KindLinks } from "@/components/geo/search/kind-links";
import { SearchForm } from "@/components/geo/search/search-form";
import { SearchOutcome, type Outcome } from "@/components/geo/search/search-outcome";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { splitPath } from "@/lib/platform/i18n/routing";
import { reportError } from "@/lib/platform/report";
import { isFavouriteKind } from "@/lib/guide/favourites/rules";
import { searchPortal } from "@/lib/guide/map-places/queries";
import { MAX_RESULTS, type SearchResult } from "@/lib/geo/search/rules";
import { searchPageSchema, type SearchRequest } from "@/lib/geo/search/schema";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const PATH = "/busca";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("geo/search");
  return { title: t("metaTitle"), description: t("lead"), robots: { index: false, follow: true } };
}

async function outcomeOf(question: SearchRequest): Promise<Outcome> {
  if (question.q.length < 2) return { kind: "start" };
  try {
    await takeAttempt("search", await callerAddress());
    return { kind: "answer", answer: await searchPortal(question) };
  } catch (error) {
    if (error instanceof AppError && error.code === "rate.limited") return { kind: "limited" };
    reportError("search", error);
    return { kind: "failed" };
  }
}

/** The heart of a result that can be saved. */
function favouriteOf({ kind, id, title, href, state }: SearchResult) {
  return isFavouriteKind(kind) ? (
    <FavouriteButton item={{ kind, id, title, path: splitPath(href).path, state }} className="-my-1.5 -mr-2.5" />
  ) : null;
}

/** Search page of the guide; works without JavaScript and is rendered for each request. */
export default async function SearchPage({ searchParams }: Props) {
  const [locale, params, t] = await Promise.all([getLocale(), searchParams, getTranslations("geo/search")]);
  const first = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
  const parsedParams = searchPageSchema.safeParse(first);
  const { q, uf = "", kinds } = parsedParams.data ?? { q: "", kinds: [] };
  const outcome: Outcome = parsedParams.success
    ? await outcomeOf({ q, uf: uf || undefined, kinds, limit: MAX_RESULTS, locale })
    : { kind: "tooLong" };
  return (
    <ContentPage path={PATH} title={t("title")} lead={t("lead")}>
      <SearchForm q={q} uf={uf} kinds={kinds} />
      {q && <KindLinks q={q} uf={uf} kinds={kinds} />}
      <SearchOutcome outcome={outcome} q={q} uf={uf} corner={favouriteOf} />
    </ContentPage>
  );
}
