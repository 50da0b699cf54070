import { notFound } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { ApprovalFacts } from "@/components/panel/approvals/approval-facts";
import { ApprovalForm } from "@/components/panel/approvals/approval-form";
import { SignPlate } from "@/components/ui/sign-plate";
import { getApproval } from "@/lib/panel/approvals/queries";
import { withVoucherTexts } from "@/lib/partners/vouchers/rules";
import { callerAddress } from "@/lib/platform/caller";
import { formatDay } from "@/lib/platform/format";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("panel/approvals", "title", { referrer: "no-referrer" });

/** Asks for one decision by link, without an account; opening the page changes nothing because message previews open every link. */
export default async function ApprovalPage({ params }: { params: Promise<{ token: string }> }) {
  await takeAttempt("approvalPage", await callerAddress());
  const approval = await getApproval((await params).token);
  if (!approval) notFound();
  const t = await getTranslations("panel/approvals");
  const [locale, { "panel/approvals": approvals, "partners/vouchers": vouchers }] = await Promise.all([
    getLocale(),
    getMessages(),
  ]);
  const isOpen = approval.state === "open";
  const closedNote = (
    <p className="px-4 py-2 text-xl" role="status">
      {approval.state === "used" && approval.used_at
        ? t("state.used", {
            name: approval.decided_name ?? "",
            decision: t(`decision.${approval.decision as "approve"}`),
            date: formatDay(approval.used_at, locale, "long"),
          })
        : t(`state.${approval.state as "expired"}`)}
    </p>
  );
  return (
    <main id="conteudo" className="page grid max-w-3xl content-start gap-6 py-8">
      <header>
        <p className="text-muted">{t("asks", { name: approval.asked_by ?? t("team") })}</p>
        <h1 className="display-1 wrap-anywhere">{t("title")}</h1>
      </header>
      <ApprovalFacts approval={approval} content={withVoucherTexts(approval.content, vouchers, locale)} />
      {isOpen && <p className="text-muted">{t("until", { date: formatDay(approval.expires_at, locale, "long") })}</p>}
      <ApprovalForm
        texts={approvals}
        token={(await params).token}
        closed={isOpen ? null : <SignPlate kind="warning">{closedNote}</SignPlate>}
      />
    </main>
  );
}
