import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { SignPlate } from "@/components/ui/sign-plate";
import { readFollow } from "@/lib/events/follows/queries";
import { followHandlerPath } from "@/lib/events/follows/rules";
import type { FollowPage } from "@/lib/events/follows/schema";
import { eventPath, HUB_PATH, stateEventsPath } from "@/lib/events/events/rules";
import { callerAddress } from "@/lib/platform/caller";
import { translated } from "@/lib/platform/i18n/content";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { STATES } from "@/lib/geo/states/rules";

type Props = {
  params: Promise<{ link: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("events/follows.page");
  // Without a referrer browsers send "Origin: null" with the forms of this page.
  return { title: `${t("metaTitle")} | LACAMBECHE`, robots: { index: false, follow: false }, referrer: "same-origin" };
}

function subjectOf(follow: FollowPage, locale: Locale): { name: string; path: string } | null {
  if (follow.slug) {
    const { text } = translated({ title: follow.title, translations: follow.translations }, "title", locale);
    return { name: text, path: eventPath(follow.slug) };
  }
  const state = STATES.find(({ abbr }) => abbr === follow.state_abbr);
  // No event of the series is public at the moment.
  if (!state) return null;
  return { name: state.name, path: stateEventsPath(state.abbr) };
}

/** Page of a mailed link. Opening it changes nothing, because mail programs open links before their reader does. */
export default async function FollowLinkPage({ params, searchParams }: Props) {
  await takeAttempt("eventFollowPage", await callerAddress());
  const [{ link }, { fim }] = [await params, await searchParams];
  const follow = await readFollow(link);
  return (
    <main id="conteudo" className="page grid max-w-3xl content-start gap-6 py-8">
      {follow ? <Follow link={link} follow={follow} /> : <Ended isDone={fim === "1"} />}
    </main>
  );
}

async function Follow({ link, follow }: { link: string; follow: FollowPage }) {
  const [t, locale] = [await getTranslations("events/follows.link"), await getLocale()];
  const { name, path } = subjectOf(follow, locale) ?? { name: t("series"), path: HUB_PATH };
  const kind = follow.is_series ? "Series" : follow.slug ? "Event" : "State";
  return (
    <>
      <header className="grid gap-2">
        <h1 className="display-1">{follow.is_confirmed ? t("confirmed") : t("confirmTitle")}</h1>
        <p className="text-2xl wrap-anywhere">
          <Link href={localePath(locale, path)} className="underline underline-offset-4">
            {name}
          </Link>
        </p>
        <p className="text-lg text-muted wrap-anywhere">
          {t(follow.is_confirmed ? `active${kind}` : `asked${kind}`, { email: follow.masked_email })}
        </p>
      </header>
      <form method="post" action={followHandlerPath(link)} className="flex flex-wrap gap-3">
        <input type="hidden" name="locale" value={locale} />
        {!follow.is_confirmed && (
          <button type="submit" name="deed" value="confirm" className={buttonClass({ look: "primary", size: "xl" })}>
            {t("confirm")}
          </button>
        )}
        <button type="submit" name="deed" value="end" className={buttonClass({ size: "xl" })}>
          {follow.is_confirmed ? t("end") : t("refuse")}
        </button>
      </form>
    </>
  );
}

async function Ended({ isDone }: { isDone: boolean }) {
  const [t, locale] = [await getTranslations("events/follows.link"), await getLocale()];
  return (
    <>
      <SignPlate kind={isDone ? "route" : "warning"} role="status" className="px-4 py-3">
        <h1 className="text-2xl">{isDone ? t("ended") : t("gone")}</h1>
        <p className="mt-1 text-lg">{isDone ? t("endedLead") : t("goneLead")}</p>
      </SignPlate>
      <Link href={localePath(locale, HUB_PATH)} className={buttonClass({ className: "w-fit" })}>
        {t("events")}
      </Link>
    </>
  );
}
