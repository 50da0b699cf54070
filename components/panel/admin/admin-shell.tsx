import { Menu } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { seesLink, type Holder } from "@/lib/platform/auth/permissions";
import { ProofHost } from "../../accounts/accounts/proof-host";
import { SignOutForm } from "../../accounts/accounts/sign-out-form";
import { localePath } from "@/lib/platform/i18n/routing";
import { LanguageSwitch } from "../../ui/language-switch";
import { ThemeToggle } from "../../ui/theme-toggle";
import { Logo } from "../../ui/logo";
import { FormKeeper } from "./form-keeper";
import { LeaveGuard } from "./leave-guard";
import { ADMIN_NAVIGATION, pageGroups } from "./navigation";
import { PageGroup } from "./page-group";
import { SessionWatch } from "./session-watch";
import { SidebarNav } from "./sidebar-nav";
import { Icon } from "@/components/ui/icon";

type Props = { account: Holder & { username: string }; children: ReactNode };

async function Sidebar({ account }: { account: Holder }) {
  const t = await getTranslations("panel/admin");
  const locale = await getLocale();
  const sections = ADMIN_NAVIGATION.map(({ section, links }) => ({
    title: t(`section.${section}`),
    links: links
      .filter(([, key]) => seesLink(account, key))
      .map(([path, key]) => ({ path, href: localePath(locale, path), label: t(`link.${key as "blog"}`) })),
  }));
  return <SidebarNav label={t("menu")} sections={sections.filter(({ links }) => links.length > 0)} />;
}

/** 'Painel Admin': sidebar fixed from 1024 px on, collapsible below; links the role may not open are left out. */
export async function AdminShell({ account, children }: Props) {
  const t = await getTranslations("panel/admin");
  const layout = await getTranslations("site/layout");
  const locale = await getLocale();
  const home = localePath(locale, "/home");
  const groups = pageGroups(account).map((links) =>
    links.map(([path, , word]) => ({ href: localePath(locale, path), label: t(`link.${word as "blog"}`) })),
  );
  return (
    <div data-panel={account.username} className="flex min-h-dvh flex-col lg:pl-64">
      <a
        href="#conteudo"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-primary focus:px-4 focus:py-3 focus:font-semibold focus:text-primary-ink"
      >
        {layout("skip")}
      </a>
      <div id="page-bar" role="status" className="fixed inset-x-0 top-0 z-50 h-1 overflow-hidden bg-line">
        <span className="sr-only">{layout("loading")}</span>
      </div>
      <aside className="fixed inset-y-0 left-0 hidden w-64 overflow-y-auto border-r border-line bg-surface lg:block">
        <Link href={home} className="flex h-16 items-center gap-2 border-b border-line px-4">
          <Logo className="size-9" />
          <span className="font-display text-2xl">LACAMBECHE</span>
        </Link>
        <Sidebar account={account} />
      </aside>
      <header className="sticky top-0 z-30 flex h-16 items-center gap-2 border-b border-line bg-surface px-4">
        <button
          type="button"
          popoverTarget="admin-menu"
          aria-label={t("openMenu")}
          className="grid size-11 place-items-center rounded-lg hover:bg-raised lg:hidden"
        >
          <Icon of={Menu} className="size-6" />
        </button>
        <p className="mr-auto font-display text-2xl">{t("title")}</p>
        <Link
          href={home}
          className="hidden h-11 items-center rounded-lg px-3 text-muted hover:bg-raised sm:inline-flex"
        >
          {t("site")}
        </Link>
        <div className="hidden sm:block">
          <LanguageSwitch label={layout("language")} />
        </div>
        <ThemeToggle label={layout("theme")} />
        <SignOutForm confirmUnsent={layout("account.unsentLog")} confirmUnsaved={layout("account.unsavedForms")}>
          <button className="h-11 rounded-lg px-3 font-semibold hover:bg-raised">{layout("nav.leave")}</button>
        </SignOutForm>
      </header>
      <div
        id="admin-menu"
        popover="auto"
        className="h-dvh max-h-none w-72 overflow-y-auto border-r border-line bg-surface text-text"
      >
        <Sidebar account={account} />
      </div>
      <SessionWatch
        account={{ role: account.role, username: account.username }}
        texts={{
          title: t("session.title"),
          text: t("session.text"),
          signIn: t("session.signIn"),
          back: t("session.back"),
        }}
      />
      <ProofHost />
      <LeaveGuard question={t("leave.question")} />
      <FormKeeper texts={{ draftFound: t("leave.found"), use: t("leave.use"), forget: t("leave.forget") }} />
      <PageGroup label={t("pages")} groups={groups} />
      {children}
    </div>
  );
}
