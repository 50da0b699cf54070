import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { FormTexts } from "@/components/form/form-texts";
import { Card, CardTitle } from "@/components/ui/card";
import { formatDay, formatMoment } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { countedKinds, type HistoryCounts, type HistoryKind } from "@/lib/garage/sharing/handover/rules";
import type { MemberRole } from "@/lib/garage/sharing/rules";
import type { SaleTick } from "@/lib/garage/sharing/sale/rules";
import { HandoverPanel } from "./handover-panel";
import { MembersPanel } from "./members-panel";
import { OpenOffer } from "./open-offer";
import { SalePanel } from "./sale-panel";
import { SharingTexts } from "./sharing-texts";
import { HANDOVER_STATUSES, HISTORY_KINDS } from "@/lib/platform/supabase/database-constants/garage";
import type { LinkState } from "@/lib/platform/links/rules";

type Props = {
  vehicle: { id: string; nickname: string };
  members: readonly { account_id: string; name: string; role: MemberRole }[];
  invitations: readonly { id: string; email: string; role: MemberRole; expires_at: string; state: string }[];
  links: readonly {
    id: string;
    label: string;
    shows: readonly SaleTick[];
    state: LinkState;
    expires_at: string;
    visits: number;
    last_visit_at: string | null;
    url: string | null;
  }[];
  offer: {
    id: string;
    email: string;
    chosen: readonly HistoryKind[];
    state: (typeof HANDOVER_STATUSES)[number];
    expires_at: string;
    decided_at: string | null;
  } | null;
  counts: HistoryCounts;
};

/** Members, sale links and handover of an own car. */
export async function SharePage({ vehicle, members, invitations, links, offer, counts }: Props) {
  const [t, locale, messages] = await Promise.all([getTranslations("garage/sharing"), getLocale(), getMessages()]);
  const texts = messages["garage/sharing"];
  return (
    <SharingTexts value={{ members: texts.members, sale: texts.sale }}>
      <FormTexts value={messages["panel/requests"].validation}>
        <div className="grid gap-4">
          <div>
            <h2 className="text-3xl">{t("title")}</h2>
            <p className="text-muted">{t("lead")}</p>
          </div>
          <Card>
            <CardTitle>{t("members.title")}</CardTitle>
            <p className="mb-4 text-muted">{t("members.lead")}</p>
            <MembersPanel
              vehicle={vehicle.id}
              members={members.map(({ account_id: id, name, role }) => ({ id, name, role }))}
              invitations={invitations.map(({ id, email, role, state, expires_at: end }) => ({
                id,
                email,
                role,
                until: state === "open" ? t("members.until", { date: formatDay(end, locale) }) : t("members.expired"),
              }))}
            />
          </Card>
          <Card>
            <CardTitle>{t("sale.title")}</CardTitle>
            <p className="mb-4 text-muted">{t("sale.lead")}</p>
            <SalePanel
              vehicle={vehicle.id}
              links={await Promise.all(links.map(async (link) => ({ ...link, facts: await linkFacts(link, locale) })))}
            />
          </Card>
          <Handover vehicle={vehicle} offer={offer} counts={counts} />
        </div>
      </FormTexts>
    </SharingTexts>
  );
}

async function linkFacts(link: Props["links"][number], locale: Locale): Promise<string> {
  const t = await getTranslations("garage/sharing.sale");
  return [
    t(`states.${link.state}`),
    link.state === "open" && t("until", { date: formatDay(link.expires_at, locale) }),
    t("visits", { count: link.visits }),
    link.last_visit_at && t("lastVisit", { date: formatMoment(link.last_visit_at, locale) }),
  ]
    .filter(Boolean)
    .join(" · ");
}

async function Handover({ vehicle, offer, counts }: Pick<Props, "vehicle" | "offer" | "counts">) {
  const [t, locale, messages] = await Promise.all([getTranslations("garage/sharing"), getLocale(), getMessages()]);
  const texts = messages["garage/sharing"].handover;
  const day = (moment: string) => formatDay(moment, locale);
  return (
    <Card>
      <CardTitle>{t("handover.title")}</CardTitle>
      <p className="mb-4 text-muted">{t("handover.lead")}</p>
      {offer && offer.state !== "open" && (
        <p role="status" className="mb-4 font-semibold wrap-anywhere">
          {t(`handover.states.${offer.state}`, { email: offer.email, date: day(offer.decided_at ?? offer.expires_at) })}
        </p>
      )}
      {offer?.state === "open" && (
        <OpenOffer
          id={offer.id}
          lead={t("handover.open", { email: offer.email, date: day(offer.expires_at) })}
          chosen={HISTORY_KINDS.filter((kind) => offer.chosen.includes(kind)).map((kind) => t(`history.${kind}`))}
          texts={texts}
        />
      )}
      {offer?.state !== "open" && offer?.state !== "accepted" && (
        <HandoverPanel
          vehicle={vehicle}
          kinds={countedKinds(counts).map(({ kind, count }) => ({
            kind,
            label: t(`history.${kind}`),
            count: t("handover.count", { count }),
          }))}
          texts={texts}
        />
      )}
    </Card>
  );
}
