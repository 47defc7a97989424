"""The studio and the service: any search, in any installed domain, in a browser and over HTTP.

`genastar_studio.app.make_app` creates the application, and `genastar_studio.server.settings.Settings` defines its budgets.
``page/`` is the page for the browser: plain HTML, CSS and modules, which load nothing from other machines.
"""
