import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { SystemSection } from "@/components/ui/system-page";
import { revokeTokenAction } from "@/lib/events/integrations/actions";
import { apiPath } from "@/lib/events/integrations/rules";
import type { ApiToken } from "@/lib/events/integrations/schema";
import { formatShortMoment } from "@/lib/platform/format";
import { TokenForm } from "./token-form";

type Props = {
  event: string;
  tokens: readonly ApiToken[];
  /** Address of the site, without a path. */
  site: string;
  /** First value of the last day of a new token. */
  lastDay: string;
};

/** Tokens of the read API of an event, how they are used, and the form that creates one. */
export async function TokenList({ event, tokens, site, lastDay }: Props) {
  const t = await getTranslations("events/integrations");
  const {
    "events/integrations": { tokenForm, registrationColumn, checkinColumn },
    "panel/requests": { validation },
  } = await getMessages();
  const addresses = [site + apiPath(event, "registrations"), site + apiPath(event, "check-ins")];
  return (
    <>
      <SystemSection title={t("tokens.title")} lead={t("tokens.lead")}>
        {tokens.length === 0 ? (
          <p className="text-muted">{t("tokens.none")}</p>
        ) : (
          <ul className="grid gap-3">
            {tokens.map((token) => (
              <TokenLine key={token.id} token={token} />
            ))}
          </ul>
        )}
        <h3 className="text-xl">{t("tokens.addresses")}</h3>
        <p className="text-muted">{t("tokens.addressesHint")}</p>
        <ul className="grid gap-1">
          {addresses.map((address) => (
            <li key={address}>
              <code className="wrap-anywhere">{address}</code>
            </li>
          ))}
        </ul>
        <p>
          {t("tokens.example")}:{" "}
          <code className="wrap-anywhere">{`curl -H "Authorization: Bearer lcb_…" ${addresses[0]}`}</code>
        </p>
      </SystemSection>
      <SystemSection title={t("tokenForm.title")}>
        <TokenForm
          event={event}
          texts={{ tokenForm, registrationColumn, checkinColumn }}
          lastDay={lastDay}
          validation={validation}
        />
      </SystemSection>
    </>
  );
}

async function TokenLine({ token }: { token: ApiToken }) {
  const [t, locale] = [await getTranslations("events/integrations"), await getLocale()];
  const { id, name, state, by, expires_at: until, last_used_at: used } = token;
  const registrations = token.registration_columns.map((column) => t(`registrationColumn.${column}`)).join(", ");
  const checkins = token.checkin_columns.map((column) => t(`checkinColumn.${column}`)).join(", ");
  const facts = [
    t("tokens.until", { date: formatShortMoment(until, locale) }),
    used ? t("tokens.used", { date: formatShortMoment(used, locale) }) : t("tokens.neverUsed"),
    by && t("tokens.by", { name: by }),
  ];
  return (
    <li className="grid gap-2 rounded-lg border border-line p-3">
      <p className="font-semibold wrap-anywhere">
        {name} · {t(`tokens.state.${state}`)}
      </p>
      <p className="text-sm text-muted wrap-anywhere">{facts.filter(Boolean).join(" · ")}</p>
      {registrations && <p className="wrap-anywhere">{t("tokens.reads", { columns: registrations })}</p>}
      {checkins && <p className="wrap-anywhere">{t("tokens.readsCheckins", { columns: checkins })}</p>}
      {state === "open" && (
        <CommandForm
          action={revokeTokenAction}
          hidden={{ token: id }}
          label={t("tokens.revoke")}
          confirm={t("tokens.revokeConfirm", { name })}
          variant="danger"
        />
      )}
    </li>
  );
}
