import WebSocketClient from "ws";

// supabase-js does not start on Node 20, which has no native WebSocket; no code of ours opens one.
globalThis.WebSocket ??= WebSocketClient as unknown as typeof WebSocket;
