"use client";

import { useMemo, type ComponentProps } from "react";
import { ConvoyPanel } from "@/components/travel/convoys/convoy-panel";
import { GuestConvoy } from "@/components/travel/convoys/guest-convoy";
import type { Listen } from "@/components/travel/convoys/use-channel";
import type { RealtimeAccess } from "@/lib/platform/realtime";

type PanelProps = Omit<ComponentProps<typeof ConvoyPanel>, "listen" | "initial" | "token"> & {
  realtime: RealtimeAccess | null;
};
type GuestProps = PanelProps & { code: string };

/** The convoy for people without an account, who give a name. */
export function GuestPage({ code, ...props }: GuestProps) {
  return <GuestConvoy code={code} locale={props.locale} panel={(guest) => <LiveConvoy {...props} {...guest} />} />;
}

type Props = Omit<ComponentProps<typeof ConvoyPanel>, "listen"> & { realtime: RealtimeAccess | null };

/** The panel of a convoy, which listens to Realtime where there is one. */
export function LiveConvoy({ realtime, ...props }: Props) {
  const { url, key } = realtime ?? {};
  const listen = useMemo(() => (url && key ? listenTo({ url, key }) : null), [url, key]);
  return <ConvoyPanel {...props} listen={listen} />;
}

/** Loads the library only now. Without it the page asks every ten seconds. */
function listenTo(access: RealtimeAccess): Listen {
  return (topic, listener) => {
    let stop: (() => void) | undefined;
    let isStopped = false;
    import("@/lib/platform/supabase/listen").then(
      ({ listen }) => void (isStopped || (stop = listen(access, topic, listener))),
      () => undefined,
    );
    return () => {
      isStopped = true;
      stop?.();
    };
  };
}
