import { Link } from "@/components/ui/link";
import { notFound } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { PanelNav, PanelPart } from "@/components/accounts/accounts/panel-parts";
import { CommandForm } from "@/components/ui/command-form";
import { mapLabels } from "@/components/geo/map/labels";
import { DirectForm } from "@/components/partners/own-places/direct-form";
import { ModeratedForm } from "@/components/partners/own-places/moderated-form";
import { PeopleList } from "@/components/partners/own-places/people-list";
import { DecidedProposal, OpenProposal } from "@/components/partners/own-places/proposal-card";
import { VisitFigures } from "@/components/partners/own-places/visits-card";
import { MessageList } from "@/components/partners/service-messages/message-list";
import { PlacePlan } from "@/components/partners/service-plans/place-plan";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import { leavePlaceAction } from "@/lib/partners/own-places/actions";
import { getOwnPlace, getPeople, getVisits } from "@/lib/partners/own-places/queries";
import { OWN_PLACES_PATH, ownPlacePath } from "@/lib/partners/own-places/rules";
import type { OwnPlace } from "@/lib/partners/own-places/schema";
import { requireAccount } from "@/lib/platform/auth/guard";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import { pageCount, pageOfQuery } from "@/lib/platform/paging";
import { listMessages, MESSAGES_PAGE } from "@/lib/partners/service-messages/queries";
import { getPlacePlans, listPlacePlans } from "@/lib/partners/service-plans/queries";
import { listCategories } from "@/lib/guide/services/queries";
import { servicePath } from "@/lib/guide/services/rules";
import { STATES } from "@/lib/geo/states/rules";
import { deskPath } from "@/lib/partners/desk/rules";
import { offerPath, placeVouchersPath } from "@/lib/partners/vouchers/rules";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Props = {
  params: Promise<{ serviceId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const generateMetadata = unlistedMetadata("partners/own-places.page", "metaTitle");

/** A place for those who run it; everybody else gets 404, whether it exists or not. */
export default async function OwnPlacePage({ params, searchParams }: Props) {
  const { serviceId } = await params;
  const account = await requireAccount(ownPlacePath(serviceId));
  const own = UUID.test(serviceId) ? await getOwnPlace(serviceId) : null;
  if (!own) notFound();
  const { mensagens } = await searchParams;
  const t = await getTranslations("partners/own-places");
  const isOwner = own.role === "owner";
  const parts = [
    "dados",
    "aprovacao",
    "visitas",
    "mensagens",
    "vouchers",
    ...(isOwner ? (["plano", "pessoas"] as const) : []),
    "sair",
  ] as const;
  return (
    <main id="conteudo" className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <Header own={own} />
      <PanelNav title={t("page.parts")} parts={parts.map((part) => [part, t(`page.nav.${part}`)] as const)} />
      <Editing own={own} />
      <PanelPart id="visitas">
        <Card>
          <CardTitle>{t("visits.title")}</CardTitle>
          <p className="mt-1 mb-4 text-muted">{t("visits.lead")}</p>
          <VisitFigures visits={await getVisits(serviceId)} />
        </Card>
      </PanelPart>
      <PanelPart id="mensagens">
        <Inbox service={serviceId} page={pageOfQuery(mensagens)} />
      </PanelPart>
      <PanelPart id="vouchers">
        <PlaceVouchers place={own.place} />
      </PanelPart>
      {isOwner && (
        <PanelPart id="plano">
          <PlacePlan place={own.place} offered={await listPlacePlans()} plans={await getPlacePlans(serviceId)} />
        </PanelPart>
      )}
      {isOwner && (
        <PanelPart id="pessoas">
          <People service={serviceId} me={account.id} />
        </PanelPart>
      )}
      <PanelPart id="sair">
        <Card>
          <CardTitle>{t("leave.title")}</CardTitle>
          <p className="mt-1 mb-4 text-muted">{t("leave.lead")}</p>
          <CommandForm
            action={leavePlaceAction}
            hidden={{ service: serviceId }}
            label={t("leave.button")}
            confirm={t("leave.confirm", { name: own.place.name })}
            next={localePath(await getLocale(), OWN_PLACES_PATH)}
            variant="danger"
          />
        </Card>
      </PanelPart>
    </main>
  );
}

async function PlaceVouchers({ place }: { place: OwnPlace["place"] }) {
  const [t, locale] = [await getTranslations("partners/own-places.vouchers"), await getLocale()];
  const links = [
    [placeVouchersPath(place.id), t("figures")],
    [deskPath(place.id), t("desk")],
    [offerPath(place.state_abbr), t("offer")],
  ] as const;
  return (
    <Card>
      <CardTitle>{t("title")}</CardTitle>
      <p className="mt-1 mb-4 text-muted">{t("lead")}</p>
      <div className="flex flex-wrap gap-2">
        {links.map(([path, label]) => (
          <Link key={path} href={localePath(locale, path)} className={buttonClass({})}>
            {label}
          </Link>
        ))}
      </div>
    </Card>
  );
}

async function Header({ own: { place, role } }: { own: OwnPlace }) {
  const [t, locale] = [await getTranslations("partners/own-places"), await getLocale()];
  const state = STATES.find(({ abbr }) => abbr === place.state_abbr)?.name ?? place.state_abbr;
  return (
    <header className="grid gap-3">
      <Link
        href={localePath(locale, OWN_PLACES_PATH)}
        className="inline-flex min-h-11 w-fit items-center text-link underline underline-offset-4"
      >
        {t("panel.title")}
      </Link>
      <h1 className="display-1 wrap-anywhere">{place.name}</h1>
      <p className="text-lg text-muted">
        {t("page.lead", { city: place.city ?? place.state_abbr, state, role: t(`role.${role}`) })}
      </p>
      {place.status === "published" ? (
        <Link href={localePath(locale, servicePath(place))} className={buttonClass({ className: "w-fit" })}>
          {t("page.public")}
        </Link>
      ) : (
        <p role="status" className="rounded-lg border-2 border-faixa p-3">
          {t("page.notPublic")}
        </p>
      )}
    </header>
  );
}

/** The two forms: what is public at once, and what the team approves. */
async function Editing({ own: { place, proposal, decided } }: { own: OwnPlace }) {
  const [
    locale,
    { "partners/own-places": texts, "panel/requests": requests, "guide/services": services },
    listed,
    map,
  ] = await Promise.all([getLocale(), getMessages(), listCategories(), getTranslations("geo/map")]);
  const categories = listed.map((row) => ({ value: row.key, label: translated(row, "name", locale).text }));
  const label = (key: string) => map(key as Parameters<typeof map>[0]);
  const { optional } = requests.form;
  return (
    <>
      <PanelPart id="dados">
        <Card>
          <CardTitle>{texts.direct.title}</CardTitle>
          <p className="mt-1 mb-4 text-muted">{texts.direct.lead}</p>
          <DirectForm
            key={place.updated_at}
            place={place}
            texts={{
              direct: texts.direct,
              days: texts.days,
              attributes: services.attribute,
              optional,
              validation: requests.validation,
            }}
          />
        </Card>
      </PanelPart>
      <PanelPart id="aprovacao">
        <Card>
          <CardTitle>{texts.moderated.title}</CardTitle>
          <p className="mt-1 mb-4 text-muted">{texts.moderated.lead}</p>
          <div className="grid gap-4">
            {proposal && <OpenProposal service={place.id} proposal={proposal} categories={categories} />}
            {decided && !proposal && <DecidedProposal proposal={decided} />}
            <details open={proposal?.status === "adjust"}>
              <summary className="min-h-11 cursor-pointer content-center font-semibold text-link">
                {proposal ? texts.moderated.editOpen : texts.moderated.edit}
              </summary>
              <ModeratedForm
                key={`${proposal?.id} ${decided?.id}`}
                place={place}
                proposal={proposal}
                texts={{
                  moderated: texts.moderated,
                  gallery: texts.gallery,
                  place: requests.place,
                  form: { optional },
                  map: mapLabels(label),
                  validation: requests.validation,
                }}
                categories={categories}
              />
            </details>
          </div>
        </Card>
      </PanelPart>
    </>
  );
}

async function Inbox({ service, page }: { service: string; page: number }) {
  const [t, locale] = [await getTranslations("partners/own-places.messages"), await getLocale()];
  const { rows, total } = await listMessages(service, page);
  const pages = Array.from({ length: pageCount(total, MESSAGES_PAGE) }, (_, index) => ({
    number: index + 1,
    href: `${localePath(locale, ownPlacePath(service))}?mensagens=${index + 1}#mensagens`,
    isCurrent: index + 1 === page,
  }));
  return (
    <Card>
      <CardTitle>{t("title")}</CardTitle>
      <p className="mt-1 mb-4 text-muted">{t("lead")}</p>
      <MessageList messages={rows} pages={pages} />
    </Card>
  );
}

async function People({ service, me }: { service: string; me: string }) {
  const t = await getTranslations("partners/own-places.people");
  return (
    <Card>
      <CardTitle>{t("title")}</CardTitle>
      <p className="mt-1 mb-4 text-muted">{t("lead")}</p>
      <PeopleList service={service} people={await getPeople(service)} me={me} />
    </Card>
  );
}
