import { notFound } from "next/navigation";
import { requireAccount } from "@/lib/platform/auth/guard";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { getChecklist } from "@/lib/garage/checklists/queries";
import { checklistPath } from "@/lib/garage/checklists/rules";
import { isVehicleId } from "@/lib/garage/vehicles/rules";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { ChecklistScreen } from "../checklist-screen";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("garage/checklists", "metaTitle", { referrer: "no-referrer" });

/** A checklist to fill in. The service worker shows this page for every checklist, so it contains no data of the account. */
export default async function ChecklistPage({ params }: { params: Promise<{ checklistId: string }> }) {
  const { checklistId } = await params;
  await requireAccount(checklistPath(checklistId));
  if (!isVehicleId(checklistId) || !(await getChecklist(await createSessionClient(), checklistId))) notFound();
  return <ChecklistScreen />;
}
