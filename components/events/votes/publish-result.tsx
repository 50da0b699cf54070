import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { SystemSection } from "@/components/ui/system-page";
import { publishVotesAction } from "@/lib/events/votes/actions";
import type { OwnVoteResult } from "@/lib/events/votes/schema";
import { formatTimestamp } from "@/lib/platform/format";
import { VoteRanking } from "./vote-ranking";

type Props = { event: { id: string; time_zone: string }; result: OwnVoteResult };

/** What the people of an event see of the votes: the times, then the result, which they publish or hide. */
export async function PublishResult({ event, result }: Props) {
  const [t, locale] = [await getTranslations("events/votes.console"), await getLocale()];
  const { state, opens_at: opens, closes_at: closes, is_published: isPublished } = result;
  const at = (moment: string) =>
    formatTimestamp(moment, locale, { dateStyle: "short", timeStyle: "short", timeZone: event.time_zone });
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      {(!opens || !closes || state === "none") && <p className="text-muted">{t("none")}</p>}
      {opens && closes && state !== "none" && state !== "closed" && (
        <p>{t("secret", { opens: at(opens), closes: at(closes) })}</p>
      )}
      {state === "closed" && (
        <>
          <p className="font-semibold">{t(isPublished ? "public" : "hidden")}</p>
          <div>
            <VoteRanking result={result} />
          </div>
          <CommandForm
            key={String(isPublished)}
            action={publishVotesAction}
            hidden={{ event: event.id, is_published: isPublished ? "no" : "yes" }}
            label={t(isPublished ? "hide" : "publish")}
            variant={isPublished ? "outline" : "primary"}
          />
        </>
      )}
    </SystemSection>
  );
}
