import { isInstalled, isIos } from "@/components/ui/device";
import { obstacleOf, type Obstacle } from "@/lib/accounts/notifications/rules";

/** Time to wait for the service worker, which registers about a second after the page has loaded. */
const WORKER_MS = 10_000;

const isSupported = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

function workerInTime(): Promise<ServiceWorkerRegistration | null> {
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<null>((resolve) => setTimeout(() => resolve(null), WORKER_MS)),
  ]);
}

const urlSafe = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** A subscription made with another VAPID key cannot be used. */
function isOfKey({ options }: PushSubscription, publicKey: string): boolean {
  return !options.applicationServerKey || urlSafe(options.applicationServerKey) === publicKey;
}

export type DeviceState = { obstacle: Obstacle | null; endpoint: string | null };

/** What this browser supports, and its push endpoint for our key. */
export async function readDevice(publicKey: string): Promise<DeviceState> {
  const supported = isSupported();
  const known = {
    supported,
    ios: isIos(),
    installed: isInstalled(),
    online: navigator.onLine,
    permission: supported ? Notification.permission : "default",
  };
  const early = obstacleOf({ ...known, worker: true });
  if (early && early !== "offline") return { obstacle: early, endpoint: null };
  const registration = await workerInTime();
  const found = await registration?.pushManager.getSubscription();
  return {
    obstacle: obstacleOf({ ...known, worker: registration !== null }),
    endpoint: found && isOfKey(found, publicKey) ? found.endpoint : null,
  };
}

/** Asks for permission if it is not granted yet; rejects when the visitor or the push service refuses. */
export async function subscribe(publicKey: string): Promise<{ endpoint: string; p256dh: string; auth: string }> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  if (old && !isOfKey(old, publicKey)) await old.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  return {
    endpoint: subscription.endpoint,
    p256dh: urlSafe(subscription.getKey("p256dh")),
    auth: urlSafe(subscription.getKey("auth")),
  };
}

export async function unsubscribe(): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}
