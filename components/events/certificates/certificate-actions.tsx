"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { notify } from "@/components/ui/notify";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import {
  reissueCertificateAction,
  revokeCertificateAction,
  sendCertificatesAction,
} from "@/lib/events/certificates/actions";
import { ReasonDialog } from "./reason-dialog";

type Answer = { data?: unknown; serverError?: string } | undefined;

function useCommand() {
  const router = useRouter();
  const [isPending, start] = useTransition();
  const run = (command: () => Promise<Answer>, success?: string) =>
    start(async () => {
      const answer = await command();
      if (!answer?.data) notifyFailure({ serverError: answer?.serverError ?? "input.invalid" });
      else if (success) notify({ code: success, variant: "success" });
      router.refresh();
    });
  return { run, isBusy: isPending };
}

/** Mails every given certificate. */
export function MailButton({ certificates, label }: { certificates: string[]; label: string }) {
  const { run, isBusy } = useCommand();
  const hydrated = useHydrated();
  return (
    <Button
      variant="outline"
      size="sm"
      disabled={isBusy || !hydrated}
      onClick={() => run(() => sendCertificatesAction({ certificates, byMail: true }))}
    >
      {label}
    </Button>
  );
}

type ActionsProps = { id: string; name: string; isValid: boolean; whatsapp: string };

/** Sends, revokes or replaces one certificate. */
export function CertificateActions({ id, name, isValid, whatsapp }: ActionsProps) {
  const t = useTranslations("events/certificates.admin");
  const { run, isBusy } = useCommand();
  return (
    <>
      {isValid && (
        <>
          <Button asChild variant="outline" size="sm">
            <a
              href={whatsapp}
              target="_blank"
              rel="noreferrer"
              onClick={() => run(() => sendCertificatesAction({ certificates: [id], byMail: false }))}
            >
              {t("whatsapp")}
            </a>
          </Button>
          <MailButton certificates={[id]} label={t("mail")} />
          <ReasonDialog
            kind="revoke"
            name={name}
            disabled={isBusy}
            onConfirm={(reason) => run(() => revokeCertificateAction({ id, reason }), "certificate.revoked")}
          />
        </>
      )}
      <ReasonDialog
        kind="reissue"
        name={name}
        disabled={isBusy}
        onConfirm={(reason) => run(() => reissueCertificateAction({ id, reason }), "certificate.reissued")}
      />
    </>
  );
}
