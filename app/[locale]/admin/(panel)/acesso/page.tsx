import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { CommandForm } from "@/components/ui/command-form";
import { DataTable } from "@/components/ui/data-table";
import { Pager } from "@/components/ui/pager";
import { Stamp } from "@/components/ui/stamp";
import { StateMark } from "@/components/ui/state-mark";
import { SystemPage, SystemSection } from "@/components/ui/system-page";
import { countAccess, listAccess, listSecondFactors, listSessions } from "@/lib/accounts/accounts/access/queries";
import { ACCESS_PER_PAGE, deviceName, readAccessQuery, SESSIONS_PER_PAGE } from "@/lib/accounts/accounts/access/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import type { Role } from "@/lib/platform/auth/permissions";
import { localePath } from "@/lib/platform/i18n/routing";
import { endSessionAction, endSessionsAction } from "@/lib/accounts/accounts/users/actions";
import { rolesBelow } from "@/lib/accounts/accounts/users/rules";
import { pageCount, pageOfQuery } from "@/lib/platform/paging";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { ACCESS_EVENTS } from "@/lib/platform/supabase/database-constants/accounts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = unlistedMetadata("panel/system.access", "title");

/** Sign-ins, failed sign-ins and open sessions, with a button that ends a session. */
export default async function AccessPage({ searchParams }: Props) {
  const account = await requireAccount("/admin/acesso");
  const t = await getTranslations("panel/system.access");
  const locale = await getLocale();
  const params = await searchParams;
  const query = readAccessQuery(params);
  const [{ rows, total }, counts] = await Promise.all([listAccess(query), countAccess(ACCESS_EVENTS)]);
  const to = (changes: Record<string, string>) =>
    localePath(
      locale,
      `/admin/acesso?${new URLSearchParams(Object.entries({ event: query.event, address: query.address, ...changes }).filter(([, value]) => value))}`,
    );
  const below = rolesBelow(account.role);
  const lines = rows.map((row) => ({
    id: String(row.id),
    cells: [
      <Stamp key="at" at={row.created_at} locale={locale} />,
      <StateMark key="event" look={row.event.endsWith("failed") ? "bad" : row.event === "sign_in" ? "good" : "none"}>
        {t(`event.${row.event as "sign_in"}`)}
      </StateMark>,
      row.profile?.username ?? t("nobody"),
      deviceName(row.device),
      row.address_hash ? (
        <Link key="address" href={to({ address: row.address_hash })} className="font-mono text-sm text-link underline">
          {row.address_hash.slice(0, 8)}
        </Link>
      ) : (
        "—"
      ),
      row.user_id && below.includes(row.profile?.role as Role) ? (
        <CommandForm
          key="end"
          action={endSessionsAction}
          hidden={{ account: row.user_id }}
          label={t("end")}
          variant="outline"
          confirm={t("endConfirm")}
        />
      ) : (
        "—"
      ),
    ],
  }));
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={t("lead")}>
        <nav aria-label={t("filter")} className="flex flex-wrap gap-2">
          {["", ...ACCESS_EVENTS].map((event) => (
            <Link
              key={event}
              href={to({ event, address: event ? query.address : "" })}
              aria-current={query.event === event ? "page" : undefined}
              className="inline-flex min-h-11 items-center rounded-lg border-2 border-line bg-surface px-3 aria-[current]:border-faixa"
            >
              {event ? t(`event.${event as "sign_in"}`) : t("all")}{" "}
              {event && <span className="ml-2 text-muted tabular">{counts[event]}</span>}
            </Link>
          ))}
        </nav>
        <DataTable
          caption={t("title")}
          heads={[t("at"), t("what"), t("who"), t("device"), t("address"), t("sessions")]}
          rows={lines}
          empty={t("empty")}
        />
        <Pager
          page={query.page}
          last={pageCount(total, ACCESS_PER_PAGE)}
          hrefOf={(page) => to({ page: String(page) })}
        />
        <Sessions page={pageOfQuery(params.sessions)} hrefOf={(sessions) => to({ sessions: String(sessions) })} />
      </SystemPage>
    </AdminShell>
  );
}

/** Open sessions with a button that ends one, and how many staff accounts have a second factor if the auth server reports it. */
async function Sessions({ page, hrefOf }: { page: number; hrefOf: (page: number) => string }) {
  const t = await getTranslations("panel/system.access.open");
  const access = await getTranslations("panel/system.access");
  const system = await getTranslations("panel/system");
  const locale = await getLocale();
  const [{ rows, total }, factors] = await Promise.all([listSessions(page), listSecondFactors()]);
  const knowsFactors = factors.length > 0;
  const lines = rows.map((row) => ({
    id: row.id,
    cells: [
      row.username ?? access("nobody"),
      deviceName(row.device),
      <Stamp key="created" at={row.created_at} locale={locale} />,
      <Stamp key="seen" at={row.seen_at} locale={locale} />,
      ...(knowsFactors ? [t(row.has_second_factor ? "withFactor" : "withoutFactor")] : []),
      row.is_endable ? (
        <CommandForm
          key="end"
          action={endSessionAction}
          hidden={{ session: row.id }}
          label={t("end")}
          variant="outline"
          confirm={t(row.is_own ? "endOwnConfirm" : "endConfirm")}
        />
      ) : (
        "—"
      ),
    ],
  }));
  return (
    <SystemSection title={t("title", { count: total })} lead={t("lead")}>
      <p className="text-muted tabular">
        {knowsFactors
          ? factors
              .map(({ role, accounts, with_factor }) =>
                t("factors", { role: system(`roles.${role as "editor"}`), accounts, with: with_factor }),
              )
              .join(" · ")
          : t("noFactors")}
      </p>
      <DataTable
        caption={t("caption")}
        heads={[
          access("who"),
          access("device"),
          t("since"),
          t("seen"),
          ...(knowsFactors ? [t("factor")] : []),
          access("sessions"),
        ]}
        rows={lines}
        empty={t("empty")}
      />
      <Pager page={page} last={pageCount(total, SESSIONS_PER_PAGE)} hrefOf={hrefOf} />
    </SystemSection>
  );
}
