import { requireAccount } from "@/lib/platform/auth/guard";
import { checklistPath, NEW_CHECKLIST } from "@/lib/garage/checklists/rules";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { ChecklistScreen } from "../checklist-screen";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("garage/checklists", "metaTitle", { referrer: "no-referrer" });

/** The page that a device keeps to start a checklist without a connection; it opens under the address of the checklist. */
export default async function NewChecklistPage() {
  await requireAccount(checklistPath(NEW_CHECKLIST));
  return <ChecklistScreen />;
}
