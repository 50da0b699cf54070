import { Link } from "@/components/ui/link";
import { notFound } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { EditionChoice } from "@/components/events/publishing/edition-choice";
import { getEventTexts } from "@/components/events/publishing/get-event-texts";
import { mayHavePrices } from "@/app/[locale]/may-have-prices";
import { PublishForm } from "@/components/events/publishing/publish-form";
import { buttonClass } from "@/components/ui/button-class";
import { CentreLine } from "@/components/ui/centre-line";
import { getOwnProfile } from "@/lib/accounts/accounts/queries";
import { newClubEventPath } from "@/lib/guide/clubs/rules";
import { getFormClub, getLastEdition, publishesFor } from "@/lib/events/publishing/editions/queries";
import { meetingRuleOf, nextEdition, nextMeetings, readMeetingRule } from "@/lib/events/publishing/editions/rules";
import { formValues, listMunicipalities, readSavedEvent } from "@/lib/events/publishing/queries";
import type { FormValues } from "@/lib/events/publishing/rules";
import { isEventId } from "@/lib/events/events/rules";
import type { Account } from "@/lib/platform/auth/account";
import { requireAccount } from "@/lib/platform/auth/guard";
import { addDays, brazilianDay } from "@/lib/platform/dates";
import { localePath } from "@/lib/platform/i18n/routing";
import { createSessionClient } from "@/lib/platform/supabase/session";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Search = Partial<Record<"semana" | "dia" | "data" | "copiar", string | string[]>>;
type Props = { params: Promise<{ clubId: string }>; searchParams: Promise<Search> };
type Client = Awaited<ReturnType<typeof createSessionClient>>;
type Club = NonNullable<Awaited<ReturnType<typeof getFormClub>>>;

const SHOWN_DATES = 6;

export const generateMetadata = unlistedMetadata("events/publishing.club", "metaTitle");

/** Values of a new event of a club on a day, with its name, place and addresses. */
async function clubValues(client: Client, account: Account, club: Club, day: string | null): Promise<FormValues> {
  const { phone } = await getOwnProfile(client, account.id);
  const values = {
    kind: "meeting",
    state_abbr: club.state_abbr,
    municipality_ibge: club.city_ibge && String(club.city_ibge),
    organizer_name: club.name,
    organizer_phone: phone,
    organizer_email: account.email,
    website: club.website,
    instagram: club.instagram,
    startDay: day,
    endDay: day,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as FormValues;
}

/** For an account that does not publish for the club: how to publish the event in its own name. */
async function OtherAccount({ club }: { club: string }) {
  const [t, locale] = [await getTranslations("events/publishing.club.others"), await getLocale()];
  return (
    <main id="conteudo" className="page grid justify-items-start gap-4 py-8">
      <h1 className="display-1 wrap-anywhere">{t("title", { club })}</h1>
      <p className="max-w-2xl text-lg text-muted">{t("text")}</p>
      <Link href={localePath(locale, "/publicar-evento")} className={buttonClass({ look: "primary", size: "lg" })}>
        {t("publish")}
      </Link>
    </main>
  );
}

/**
 * The new event of a club. Every signed-in account may open the page; the form is for the club's owner and
 * administrators and for administrators of the portal.
 */
export default async function NewClubEventPage({ params, searchParams }: Props) {
  const { clubId } = await params;
  const account = await requireAccount(newClubEventPath(encodeURIComponent(clubId)));
  const [locale, client] = [await getLocale(), await createSessionClient()];
  const club = isEventId(clubId) ? await getFormClub(client, clubId) : null;
  if (!club) notFound();
  if (!(await publishesFor(account, club.id))) return <OtherAccount club={club.name} />;
  const { semana, dia, data, copiar } = await searchParams;
  const last = await getLastEdition(client, club.id);
  const isCopy = copiar === "1" && last !== null;
  const rule = readMeetingRule(semana, dia) ?? (isCopy ? last.series : null) ?? meetingRuleOf(club.meeting_rule ?? "");
  const today = brazilianDay(Date.now());
  const days = rule ? nextMeetings(rule, today, SHOWN_DATES) : [];
  const day = days.find((one) => one === data) ?? null;
  const before = isCopy ? await readSavedEvent(client, last.id) : null;
  const isRecurring = day !== null || (before !== null && days.length > 0);
  const initial: FormValues = {
    ...(before
      ? nextEdition(formValues(before, true), day ?? days[0] ?? addDays(today, 30))
      : await clubValues(client, account, club, day)),
    club_id: club.id,
    ...(rule && isRecurring && { series: `${rule.week}-${rule.weekday}` }),
  };
  const t = await getTranslations("events/publishing.club");
  const { "panel/records": records } = await getMessages();
  return (
    <main id="conteudo" className="page grid gap-6 py-8">
      <header>
        <h1 className="display-1 wrap-anywhere">{t("title", { club: club.name })}</h1>
        <p className="mt-2 text-lg text-muted">{t("lead")}</p>
      </header>
      <CentreLine />
      <EditionChoice
        club={club.id}
        rule={rule}
        days={days}
        day={day}
        last={last}
        isCopy={before !== null}
        isRecurring={isRecurring}
      />
      <NextIntlClientProvider messages={{ "panel/records": { image: records.image } }}>
        <PublishForm
          isPayable={await mayHavePrices(initial.id)}
          key={`${day} ${before !== null}`}
          locale={locale}
          texts={await getEventTexts()}
          initial={initial}
          towns={listMunicipalities(initial.state_abbr as StateAbbr)}
        />
      </NextIntlClientProvider>
    </main>
  );
}
