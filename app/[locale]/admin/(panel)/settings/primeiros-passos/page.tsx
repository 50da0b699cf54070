import { getTranslations } from "next-intl/server";
import { ExamplePlans } from "@/components/commerce/plans/example-plans";
import { SetupList } from "@/components/commerce/plans/setup-list";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SystemPage } from "@/components/ui/system-page";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { listExamplePlans, listSetupSteps } from "@/lib/commerce/plans/queries";
import { countMissing } from "@/lib/commerce/plans/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { PANEL_PAGES } from "@/lib/platform/panel-pages";

export const generateMetadata = unlistedMetadata("commerce/plans", "title");

/** What the owner sets before the first sale, and the plans that the portal suggests. */
export default async function FirstStepsPage() {
  const account = await requireAccount(PANEL_PAGES.first_steps.path);
  const [t, steps, examples] = await Promise.all([
    getTranslations("commerce/plans"),
    listSetupSteps(),
    hasPermission(account, PANEL_PAGES.advertising_plans.permission) ? listExamplePlans() : [],
  ]);
  const missing = countMissing(steps);
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={t(missing === 0 ? "ready" : "lead", { count: missing })}>
        <SetupList steps={steps} account={account} />
        <ExamplePlans plans={examples} />
      </SystemPage>
    </AdminShell>
  );
}
