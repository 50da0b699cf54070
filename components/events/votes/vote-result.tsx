import { getTranslations } from "next-intl/server";
import { VoteRanking } from "./vote-ranking";
import type { VoteResult as Result } from "@/lib/events/votes/schema";

/** The result of the votes on the page of an event, once its organiser published it. */
export async function VoteResult({ result }: { result: Result | null }) {
  if (!result?.is_published) return null;
  const t = await getTranslations("events/votes.result");
  return (
    <section className="mt-10" data-vote-result="">
      <h2 className="display-2">{t("title")}</h2>
      <VoteRanking result={result} />
    </section>
  );
}
