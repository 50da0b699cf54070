import { fill } from "@/components/ui/fill";
import { Button } from "@/components/ui/button";
import { formatDeviceMoment } from "@/lib/platform/format";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { ADD_ENTRY_PATH } from "@/lib/garage/entries/rules";
import type { Log } from "./log-store";
import type { UploadState } from "./log-upload";
import { useLogTexts } from "./log-texts";

type Props = { locale: Locale; log: Log; upload: UploadState; onSend: () => void };

const counted = (count: number, one: string, many: string) =>
  count === 0 ? "" : count === 1 ? one : fill(many, { count });

/** How much waits on this device and why it is not sent. */
export function LogStatus({ locale, log, upload, onSend }: Props) {
  const texts = useLogTexts();
  const { state } = texts;
  const waiting = log.entries.length;
  const files = log.files.length;
  const reason =
    upload === "offline"
      ? state.offline
      : upload === "signed-out"
        ? state.signedOut
        : upload === "other-account"
          ? state.otherAccount
          : "";
  const isWaiting = waiting + files > 0;
  const last = log.lastSentAt === null ? "" : new Date(log.lastSentAt).toISOString();
  const lines = [
    counted(waiting, state.waitingOne, state.waitingMany),
    counted(files, state.filesOne, state.filesMany),
    !isWaiting && last ? state.nothing : "",
    upload === "sending" && isWaiting ? state.sending : isWaiting || upload !== "offline" ? reason : "",
    last && fill(state.lastSent, { moment: formatDeviceMoment(last, locale) }),
  ].filter(Boolean);
  const login = `${localePath(locale, "/login")}?next=${encodeURIComponent(localePath(locale, ADD_ENTRY_PATH))}`;
  return (
    <div
      className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted"
      data-waiting={waiting}
      data-files={files}
    >
      <p role="status">{lines.join(" ")}</p>
      {upload === "signed-out" && (
        <a href={login} className="inline-flex min-h-11 items-center font-semibold text-link underline">
          {state.signIn}
        </a>
      )}
      {isWaiting && upload === "offline" && (
        <Button variant="link" size="text" className="min-h-11 text-sm" onClick={onSend}>
          {state.sendNow}
        </Button>
      )}
    </div>
  );
}
