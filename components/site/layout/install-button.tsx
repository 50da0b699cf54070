"use client";

import { Download } from "lucide";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { InstallOffer } from "@/lib/platform/inline-scripts";
import { isInstalled, isIos } from "../../ui/device";
import { notify } from "../../ui/notify";
import { Icon } from "@/components/ui/icon";
import { buttonClass } from "@/components/ui/button-class";

type InstallPrompt = Event & {
  prompt: () => Promise<void>;
  userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
};
type State = "hidden" | "ready" | "ios" | "installing" | "installed";

const IOS_NOTICE_MS = 12_000;

const neverChanges = () => () => undefined;

/** The state before the browser fires `beforeinstallprompt`. */
function deviceState(): State {
  if (isInstalled()) return "installed";
  return isIos() ? "ios" : "hidden";
}

/**
 * 'Baixar App' with every state of the specification's section 4. Hidden until the browser offers the installation: before
 * the framework runs, the page script shows it.
 */
export function InstallButton({ labels }: { labels: { button: string; installing: string; installed: string } }) {
  const [changed, setState] = useState<State | null>(null);
  const device = useSyncExternalStore(neverChanges, deviceState, () => "hidden" as State);
  const state = changed ?? device;
  const [prompt, setPrompt] = useState<InstallPrompt | null>(null);

  useEffect(() => {
    const offered = (event: Event) => {
      event.preventDefault();
      setPrompt(event as InstallPrompt);
      setState("ready");
    };
    const earlier = (window as InstallOffer).installOffer;
    if (earlier) offered(earlier);
    const installed = () => setState("installed");
    window.addEventListener("beforeinstallprompt", offered);
    window.addEventListener("appinstalled", installed);
    return () => {
      window.removeEventListener("beforeinstallprompt", offered);
      window.removeEventListener("appinstalled", installed);
    };
  }, []);

  async function install() {
    if (state === "ios") return notify({ code: "install.ios", durationMs: IOS_NOTICE_MS });
    if (!prompt) return notify({ code: "install.unsupported" });
    setState("installing");
    await prompt.prompt();
    const { outcome } = await prompt.userChoice;
    setPrompt(null);
    if (outcome === "accepted") {
      setState("installed");
      notify({ code: "install.started", variant: "success" });
    } else {
      // A used prompt cannot be shown again; the next click explains the browser menu.
      setState("ready");
      notify({ code: "install.cancelled", variant: "destructive" });
    }
  }

  const label = state === "installing" ? labels.installing : state === "installed" ? labels.installed : labels.button;
  return (
    <button
      type="button"
      data-install
      hidden={state === "hidden"}
      onClick={() => void install()}
      disabled={state === "installing" || state === "installed"}
      className={buttonClass({ look: "faixa", className: "mt-4 h-11" })}
    >
      <Icon of={Download} className="size-5" />
      {label}
    </button>
  );
}
