"""Tables on one device, without a server: what runs in a browser's workers, in Pyodide.

`tables` holds the tables and answers the page; `thinker` chooses turns for bots, in a worker of its
own. Both talk to the page by the JavaScript module `spieltisch_device` (web/src/device/worker.ts).
"""
