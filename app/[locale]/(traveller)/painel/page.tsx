import { AccountTexts } from "@/components/accounts/accounts/account-texts";
import { FormTexts } from "@/components/form/form-texts";
import { NoticeTexts } from "@/components/accounts/notifications/notice-texts";
import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { AccessCard } from "@/components/accounts/accounts/access-card";
import { EmailCard } from "@/components/accounts/accounts/email-card";
import { FactorCard } from "@/components/accounts/accounts/factor-card";
import { PreferencesForm } from "@/components/accounts/accounts/preferences-form";
import { PrivacyCard } from "@/components/accounts/accounts/privacy-card";
import { ProfileForm } from "@/components/accounts/accounts/profile-form";
import { DeviceTracks } from "@/components/travel/driving/device-tracks";
import { TrackList } from "@/components/travel/driving/track-list";
import { OwnClubs } from "@/components/guide/clubs/own-clubs";
import { PanelNav, PanelPart } from "@/components/accounts/accounts/panel-parts";
import { OwnEventsCard } from "@/components/events/members/own-event-list";
import { OwnPlaces } from "@/components/partners/own-places/own-places";
import { OwnPayments } from "@/components/commerce/payments/own-payments";
import { OwnRequests } from "@/components/panel/requests/own-requests";
import { OwnRegistrations } from "@/components/events/registrations/own-registrations";
import { OwnPassport } from "@/components/guide/passport/own-passport";
import { OwnTrips } from "@/components/travel/saved-trips/own-trips";
import { PrivacyNotices } from "@/components/accounts/privacy/privacy-notices";
import { FavouriteList } from "@/components/guide/favourites/favourite-list";
import { UnfinishedList } from "@/components/garage/checklists/unfinished-list";
import { DueList } from "@/components/garage/reminders/due-list";
import { ProofHost } from "@/components/accounts/accounts/proof-host";
import { OwnVouchers } from "@/components/partners/downloads/own-vouchers";
import { SessionsCard } from "@/components/accounts/accounts/sessions-card";
import { NoticesCard } from "@/components/accounts/notifications/notices-card";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { CentreLine } from "@/components/ui/centre-line";
import { getOwnProfile, listOwnSessions } from "@/lib/accounts/accounts/queries";
import { deviceName } from "@/lib/accounts/accounts/access/rules";
import { countRecoveryCodes, getOwnFactor } from "@/lib/accounts/accounts/factors/queries";
import { listDevices, listNotices, acceptsNotices } from "@/lib/accounts/notifications/queries";
import { pushKeys } from "@/lib/accounts/notifications/service";
import { listProgress } from "@/lib/guide/passport/queries";
import { requireAccount } from "@/lib/platform/auth/guard";
import { listOwnEvents } from "@/lib/events/members/queries";
import { listOwnPlaces } from "@/lib/partners/own-places/queries";
import { listOwnClubs } from "@/lib/guide/clubs/queries";
import { localePath } from "@/lib/platform/i18n/routing";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { erasureDueAt, newLegalVersions } from "@/lib/accounts/privacy/queries";
import { listOwnPayments } from "@/lib/commerce/payments/queries";
import { reviewedRegistrations } from "@/lib/commerce/payments/rules";
import { listOwnRequests } from "@/lib/panel/requests/queries";
import { listOwnRegistrations } from "@/lib/events/registrations/queries";
import { getSettings } from "@/lib/platform/settings/queries";
import { brazilianDay } from "@/lib/platform/dates";
import { formatMoment } from "@/lib/platform/format";
import { listOwnTrips, nextTrip } from "@/lib/travel/saved-trips/queries";
import { listUnfinished } from "@/lib/garage/checklists/queries";
import { listVehicles } from "@/lib/garage/vehicles/queries";
import { dueOf } from "@/lib/garage/reminders/queries";
import { listOwnTracks } from "@/lib/travel/tracks/queries";
import { DRIVING_PATH } from "@/lib/travel/tracks/rules";
import { listOwnVouchers } from "@/lib/partners/downloads/queries";
import { deviceVoucher } from "../../voucher-image";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

const SHOWN_TRIPS = 5;
/** Ids of the parts, in the order of the page. */
const PARTS = [
  "eventos",
  "lugares",
  "viagens",
  "manutencao",
  "pedidos",
  "inscricoes",
  "vouchers",
  "pagamentos",
  "favoritos",
  "passaporte",
  "clubes",
  "perfil",
  "avisos",
  "privacidade",
] as const;

export const generateMetadata = unlistedMetadata("accounts/accounts.panel", "metaTitle");

export default async function PanelPage() {
  const account = await requireAccount("/painel");
  const [
    locale,
    {
      "accounts/accounts": texts,
      "travel/driving": driving,
      "guide/favourites": favourites,
      "accounts/notifications": notifications,
      "partners/downloads": downloads,
      "partners/vouchers": vouchers,
    },
    t,
  ] = await Promise.all([getLocale(), getMessages(), getTranslations("accounts/accounts.panel")]);
  const client = await createSessionClient();
  const [profile, { contact_email: contact }, dueAt, versions] = await Promise.all([
    getOwnProfile(client, account.id),
    getSettings(),
    erasureDueAt(client, account.id),
    newLegalVersions(client),
  ]);
  const [notices, takes, devices] = await Promise.all([
    listNotices(account.id, locale),
    acceptsNotices(account.id),
    pushKeys ? listDevices(account.id) : [],
  ]);
  const [factor, codesLeft, sessions] = await Promise.all([
    getOwnFactor(client),
    countRecoveryCodes(client),
    listOwnSessions(client),
  ]);
  const now = Date.now();
  const today = brazilianDay(now);
  const [next, trips, tracks] = await Promise.all([
    nextTrip(client, account.id, today),
    listOwnTrips(client, account.id, { limit: SHOWN_TRIPS }),
    listOwnTracks(client, account.id),
  ]);
  const garage = await listVehicles(client, account.id);
  const vehicles = garage.map(({ id }) => id);
  const edited = garage.filter(({ role }) => role !== "viewer");
  const [due, unfinished] = await Promise.all([
    dueOf(client, vehicles),
    listUnfinished(
      client,
      edited.map(({ id }) => id),
    ),
  ]);
  const nameOf = new Map(garage.map(({ id, nickname }) => [id, nickname]));
  const begun = unfinished.map((one) => ({ ...one, vehicle: nameOf.get(one.vehicle_id) ?? "" }));
  const [requests, registrations, payments, clubs, places, events] = await Promise.all([
    listOwnRequests(client),
    listOwnRegistrations(account.id),
    listOwnPayments(),
    listOwnClubs(account.id),
    listOwnPlaces(),
    listOwnEvents(),
  ]);
  const isEmpty: Partial<Record<(typeof PARTS)[number], boolean>> = {
    manutencao: vehicles.length === 0,
    eventos: events.length === 0,
    lugares: places.length === 0,
    inscricoes: registrations.length === 0,
    pagamentos: payments.length === 0,
    clubes: clubs.length === 0,
  };
  const ownTracks = {
    device: <DeviceTracks texts={driving.tracks} path={localePath(locale, DRIVING_PATH)} />,
    list: tracks.length > 0 && (
      <details className="mt-4">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">{driving.tracks.title}</summary>
        <TrackList tracks={tracks} />
      </details>
    ),
  };
  const date = (at: string) => formatMoment(at, locale);
  const push = pushKeys && { publicKey: pushKeys.publicKey, endpoints: devices.map(({ endpoint }) => endpoint) };
  const { panel, form, validation } = texts;
  const fields = {
    username: profile.username,
    fullName: profile.full_name ?? "",
    phone: profile.phone ?? "",
    homeState: profile.home_state ?? "",
  };
  const preferences = { language: profile.locale, theme: profile.theme, marketing: profile.marketing_opt_in };
  return (
    <main id="conteudo" className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid gap-4 sm:grid-cols-[1fr_auto] sm:items-end">
        <div>
          <h1 className="display-1 break-words">{t("title", { username: account.username })}</h1>
          <p className="mt-2 text-lg text-muted">{t("lead")}</p>
        </div>
        <Button asChild variant="faixa">
          <Link href={localePath(locale, "/home")}>{t("go")}</Link>
        </Button>
      </header>
      <CentreLine />
      <PrivacyNotices erasureDueAt={dueAt} versions={versions} />
      <PanelNav
        title={t("parts.title")}
        parts={PARTS.filter((part) => !isEmpty[part]).map((part) => [part, t(`parts.${part}`)] as const)}
      />
      <PanelPart id="eventos">
        <OwnEventsCard events={events} />
      </PanelPart>
      <PanelPart id="lugares">
        <OwnPlaces places={places} />
      </PanelPart>
      <PanelPart id="viagens">
        <OwnTrips next={next} trips={trips} today={today} tracks={ownTracks} />
      </PanelPart>
      {vehicles.length > 0 && (
        <PanelPart id="manutencao">
          <div className="grid gap-6">
            <DueList reminders={due} />
            {begun.length > 0 && <UnfinishedList checklists={begun} />}
          </div>
        </PanelPart>
      )}
      <PanelPart id="pedidos">
        <OwnRequests requests={requests} />
      </PanelPart>
      <PanelPart id="inscricoes">
        <OwnRegistrations registrations={registrations} reviewed={reviewedRegistrations(payments)} now={now} />
      </PanelPart>
      <PanelPart id="vouchers">
        <OwnVouchers
          vouchers={await Promise.all((await listOwnVouchers(client)).map(deviceVoucher))}
          uf={profile.home_state}
          texts={{
            benefit: vouchers.benefit,
            acceptance: vouchers.acceptance,
            validity: downloads.validity,
            held: downloads.held,
          }}
          locale={locale}
          now={now}
        />
      </PanelPart>
      <PanelPart id="pagamentos">
        <OwnPayments payments={payments} />
      </PanelPart>
      <PanelPart id="favoritos">
        <Card>
          <CardTitle className="mb-4">{favourites.title}</CardTitle>
          <div className="grid gap-4">
            <FavouriteList texts={favourites.list} locale={locale} />
          </div>
        </Card>
      </PanelPart>
      <PanelPart id="passaporte">
        <OwnPassport rows={await listProgress(client)} />
      </PanelPart>
      <PanelPart id="clubes">
        <OwnClubs clubs={clubs} />
      </PanelPart>
      <FormTexts value={validation}>
        {" "}
        <div id="perfil" className="grid scroll-mt-20 items-start gap-6 lg:scroll-mt-18 lg:grid-cols-2">
          <Card>
            <CardTitle className="mb-4">{panel.profile.title}</CardTitle>
            <ProfileForm texts={panel.profile} optional={form.optional} profile={fields} />
          </Card>
          <div className="grid gap-6">
            {account.email && <EmailCard email={account.email} verified={account.emailVerified} locale={locale} />}
            <Card>
              <CardTitle className="mb-4">{panel.preferences.title}</CardTitle>
              <PreferencesForm texts={panel.preferences} locale={locale} preferences={preferences} />
            </Card>
          </div>
          <NoticeTexts value={notifications.own}>
            <NoticesCard
              notices={notices}
              takes={takes}
              push={push}
              base={localePath(locale, "/").replace(/\/$/, "")}
              locale={locale}
            />
          </NoticeTexts>
          <PrivacyCard acceptedAt={profile.terms_accepted_at} contact={contact} isErasurePending={dueAt !== null} />
          <AccountTexts value={{ factor: texts.factor }}>
            <FactorCard
              isAdvised={account.role === "superadministrador"}
              formContext={{ locale }}
              since={factor && date(factor.since)}
              codesLeft={codesLeft}
            />
          </AccountTexts>
          <SessionsCard
            texts={texts.sessions}
            sessions={sessions.map((one) => ({
              id: one.id,
              device: one.device && deviceName(one.device),
              opened: date(one.created_at),
              lastUsed: date(one.seen_at),
              isCurrent: one.is_current,
            }))}
          />
          <AccessCard />
        </div>
      </FormTexts>
      <ProofHost />
    </main>
  );
}
