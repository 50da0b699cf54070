import { whenConfirmed } from "@/components/ui/ask";
import { Button } from "@/components/ui/button";
import { isUnsent, withoutUnsent, type DeviceChecklist } from "@/lib/garage/checklists/device/rules";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { fill } from "../../ui/fill";
import type { Checklist } from "./use-checklist";
import { useChecklistTexts } from "./checklist-texts";

type Props = { checklist: Checklist; device: DeviceChecklist; locale: Locale };

/** Where the answers are: on this device, or sent; and what the person must decide. */
export function RunStatus({ checklist, device, locale }: Props) {
  const { run } = useChecklistTexts();
  const { upload, read, isLost, photos } = checklist;
  const isWaiting = isUnsent(device) || photos.length > 0;
  const isSignedOut = upload === "signed-out" || read === "signed-out";
  const discard = () => {
    whenConfirmed(run.discardConfirm, () => checklist.change(withoutUnsent));
  };
  return (
    <div className="grid gap-2 print:hidden">
      <p role="status" className="text-sm text-muted">
        {upload === "offline" || upload === "unavailable" ? run.offline : isWaiting ? run.stored : run.sent}
      </p>
      {isLost && <Notice>{run.lost}</Notice>}
      {isSignedOut && (
        <Notice>
          {run.signedOut}{" "}
          <a href={localePath(locale, `/login?next=${encodeURIComponent(location.pathname)}`)} className="underline">
            {run.signIn}
          </a>
        </Notice>
      )}
      {device.conflicts.length > 0 && <Notice>{fill(run.conflicts, { count: device.conflicts.length })}</Notice>}
      {device.refusal && (
        <Notice>
          {run.refusal[device.refusal]}{" "}
          {device.refusal !== "in_future" && (
            <Button variant="outline" className="mt-2 h-auto min-h-14 whitespace-normal" onClick={discard}>
              {run.discard}
            </Button>
          )}
        </Notice>
      )}
      {photos.some(({ isRefused }) => isRefused) && <Notice>{run.photoRefused}</Notice>}
      {!device.canEdit && <Notice>{run.viewer}</Notice>}
    </div>
  );
}

const Notice = ({ children }: { children: React.ReactNode }) => (
  <div role="alert" className="rounded-xl border-2 border-faixa p-3">
    {children}
  </div>
);
