"""The studio and the service: any search, in any installed domain, in a browser and over HTTP.

`genastar_studio.app.app_of` makes the application, `genastar_studio.settings.Settings` says what it may spend. ``page/`` is the
page that a browser gets: plain HTML, CSS and modules, with no address outside the machine.
"""
